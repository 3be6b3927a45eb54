import { type MongoCollection, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import type { ConsumerStore, Inbox } from './store.ts'

/** Longer than any bus keeps an event. */
const KEPT_MS = 14 * 86_400_000
const AT_ONCE = 5_000

/** What a consumer has handled: `_id` is its name and the id of the event. */
type Note = { _id: string; takenAt: Date }

export const inboxCollection: MongoCollection = {
  name: 'inbox',
  indexes: [{ name: 'by_taken_at', key: { takenAt: 1 } }],
}

const mongoInbox = ({ db, operationOptions: within }: MongoDatabase): Inbox => {
  const notes = db.collection<Note>(inboxCollection.name)
  const onlyId = { ...within, projection: { _id: 1 } }
  return {
    async insertNew(consumer, ids) {
      const idOf = new Map(ids.toSorted().map((id) => [`${consumer} ${id}`, id]))
      for (const { _id } of await notes.find({ _id: { $in: [...idOf.keys()] } }, onlyId).toArray()) idOf.delete(_id)
      const takenAt = new Date()
      if (idOf.size > 0)
        await notes.insertMany(
          [...idOf.keys()].map((_id) => ({ _id, takenAt })),
          within,
        )
      return new Set(idOf.values())
    },
    async deleteExpired() {
      const old = { takenAt: { $lt: new Date(Date.now() - KEPT_MS) } }
      const some = await notes.find(old, onlyId).limit(AT_ONCE).toArray()
      await notes.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } }, within)
      return some.length === AT_ONCE
    },
  }
}

/** The store of a service in MongoDB; `bind` gives its ports as one transaction sees them. */
export const createMongoConsumerStore = <Bound>(
  mongo: MongoDatabase,
  bind: (tx: MongoDatabase) => Bound,
): ConsumerStore<Bound> => ({
  transaction: (work) => withMongoTransaction(mongo, (tx) => work(bind(tx), mongoInbox(tx))),
})
