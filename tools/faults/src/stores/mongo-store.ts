import { getEdgeCollection } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import type { Store } from './store.ts'

type Named = { _id: string }

export const mongoStore = (mongo: MongoDatabase): Store => ({
  waiting: () => mongo.db.collection<Named>('outbox').countDocuments({}, mongo.operationOptions),
  handled: (consumer, ids) =>
    mongo.db
      .collection<Named>('inbox')
      .countDocuments({ _id: { $in: ids.map((id) => `${consumer} ${id}`) } }, mongo.operationOptions),
  members: () => idsIn(mongo, 'members'),
  async follows() {
    const edges = await getEdgeCollection(mongo, 'follows').find({ active: true }, mongo.operationOptions).toArray()
    return edges.map(({ from, to }) => `${from} ${to}`)
  },
})

export async function idsIn({ db, operationOptions: within }: MongoDatabase, collection: string): Promise<string[]> {
  const rows = await db
    .collection<Named>(collection)
    .find({}, { ...within, projection: { _id: 1 } })
    .toArray()
  return rows.map(({ _id }) => _id)
}
