import { type MongoCollection, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { appendMessageToMongoOutbox } from '../outbox/mongo-outbox.ts'
import { ANY_TYPE, type ConsumerStore, type Inbox } from './consumer-store.ts'
import { MAX_FAILURES } from './failure-limit.ts'

const BATCH_SIZE = 5_000

/** `_id` consists of the consumer's name and the id of the event. Documents of an older version have no `type`. */
type InboxDocument = { _id: string; takenAt: Date; type?: string }

export const inboxCollection: MongoCollection = {
  name: 'inbox',
  indexes: [
    { name: 'by_taken_at', key: { takenAt: 1 } },
    { name: 'by_type', key: { type: 1, takenAt: 1 } },
  ],
}

/** `_id` consists of the consumer's name and the type of the events. `failedAt` has at most 20 times, the newest first. */
type ConsumerFailuresDocument = { _id: string; failedAt: Date[] }

export const consumerFailuresCollection: MongoCollection = { name: 'consumer_failures', indexes: [] }

const createMongoInbox = (mongo: MongoDatabase): Inbox => {
  const { db, operationOptions } = mongo
  const documents = db.collection<InboxDocument>(inboxCollection.name)
  const failures = db.collection<ConsumerFailuresDocument>(consumerFailuresCollection.name)
  const idOnly = { ...operationOptions, projection: { _id: 1 } }
  const takenAt = new Date()
  const readFailures = async (consumer: string, type: string) =>
    (await failures.findOne({ _id: `${consumer} ${type}` }, operationOptions))?.failedAt ?? []
  return {
    async insertNew(consumer, entries) {
      const newEntries = new Map(entries.map(({ id, type }) => [`${consumer} ${id}`, { id, type }]))
      const existing = await documents.find({ _id: { $in: [...newEntries.keys()] } }, idOnly).toArray()
      for (const { _id } of existing) newEntries.delete(_id)
      const inserted = [...newEntries].map(([_id, { type }]) => ({ _id, takenAt, type }))
      const sorted = inserted.toSorted((a, b) => (a._id < b._id ? -1 : 1))
      if (sorted.length > 0) await documents.insertMany(sorted, operationOptions)
      return new Set([...newEntries.values()].map(({ id }) => id))
    },
    async countEventsSinceFailures(consumer, type, { limit, after }) {
      const since = (await readFailures(consumer, type))[MAX_FAILURES - 1]
      if (!since || since <= after) return undefined
      const _id = { $gt: `${consumer} `, $lt: `${consumer}!` } // '!' follows the space
      const filter = { takenAt: { $gte: since }, _id, ...(type !== ANY_TYPE && { type }) }
      return (await documents.find(filter, idOnly).limit(limit).toArray()).length
    },
    async recordFailure(consumer, type) {
      const failedAt = [takenAt, ...(await readFailures(consumer, type))].slice(0, MAX_FAILURES)
      const options = { ...operationOptions, upsert: true }
      await failures.updateOne({ _id: `${consumer} ${type}` }, { $set: { failedAt } }, options)
    },
    appendDeadLetter: (message) => appendMessageToMongoOutbox(mongo, message),
    async deleteExpired(before) {
      const expired = await documents
        .find({ takenAt: { $lt: before } }, idOnly)
        .limit(BATCH_SIZE)
        .toArray()
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
  async ping() {
    await mongo.db.command({ ping: 1 })
  },
})
