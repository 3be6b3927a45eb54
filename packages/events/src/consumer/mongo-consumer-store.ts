import { type MongoCollection, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import type { ConsumerStore, Inbox } from './consumer-store.ts'

/** Longer than the retention of any bus. */
const RETENTION_MS = 14 * 86_400_000
const BATCH_SIZE = 5_000

/** `_id` consists of the consumer's name and the id of the event. */
type InboxDocument = { _id: string; takenAt: Date }

export const inboxCollection: MongoCollection = {
  name: 'inbox',
  indexes: [{ name: 'by_taken_at', key: { takenAt: 1 } }],
}

const createMongoInbox = ({ db, operationOptions }: MongoDatabase): Inbox => {
  const documents = db.collection<InboxDocument>(inboxCollection.name)
  const idOnly = { ...operationOptions, projection: { _id: 1 } }
  return {
    async insertNew(consumer, ids) {
      const newIds = new Map(ids.toSorted().map((id) => [`${consumer} ${id}`, id]))
      const existing = await documents.find({ _id: { $in: [...newIds.keys()] } }, idOnly).toArray()
      for (const { _id } of existing) newIds.delete(_id)
      const takenAt = new Date()
      const inserted = [...newIds.keys()].map((_id) => ({ _id, takenAt }))
      if (inserted.length > 0) await documents.insertMany(inserted, operationOptions)
      return new Set(newIds.values())
    },
    async deleteExpired() {
      const filter = { takenAt: { $lt: new Date(Date.now() - RETENTION_MS) } }
      const expired = await documents.find(filter, idOnly).limit(BATCH_SIZE).toArray()
      await documents.deleteMany({ _id: { $in: expired.map(({ _id }) => _id) } }, operationOptions)
      return expired.length === BATCH_SIZE
    },
  }
}

/** Creates the consumer store of a service in MongoDB. `bind` creates the service's ports for one transaction. */
export const createMongoConsumerStore = <Bound>(
  mongo: MongoDatabase,
  bind: (tx: MongoDatabase) => Bound,
): ConsumerStore<Bound> => ({
  transaction: (work) => withMongoTransaction(mongo, (tx) => work(bind(tx), createMongoInbox(tx))),
})
