import { getEdgeCollection } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import type { ServiceStore } from './store.ts'

type Named = { _id: string }

export const createMongoServiceStore = (mongo: MongoDatabase): ServiceStore => ({
  waiting: () => mongo.db.collection<Named>('outbox').countDocuments({}, mongo.operationOptions),
  handled: (consumer, ids) =>
    mongo.db
      .collection<Named>('inbox')
      .countDocuments({ _id: { $in: ids.map((id) => `${consumer} ${id}`) } }, mongo.operationOptions),
  members: () => listIds(mongo, 'members'),
  async follows() {
    const edges = await getEdgeCollection(mongo, 'follows').find({ active: true }, mongo.operationOptions).toArray()
    return edges.map(({ from, to }) => `${from} ${to}`)
  },
})

export async function listIds({ db, operationOptions: within }: MongoDatabase, collection: string): Promise<string[]> {
  const rows = await db
    .collection<Named>(collection)
    .find({}, { ...within, projection: { _id: 1 } })
    .toArray()
  return rows.map(({ _id }) => _id)
}
