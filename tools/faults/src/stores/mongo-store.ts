import { edgesOf } from '@meadow/members'
import type { Mongo } from '@meadow/storage'
import type { Store } from './store.ts'

type Named = { _id: string }

export const mongoStore = (mongo: Mongo): Store => ({
  waiting: () => mongo.db.collection<Named>('outbox').countDocuments({}, mongo.within),
  handled: (consumer, ids) =>
    mongo.db
      .collection<Named>('inbox')
      .countDocuments({ _id: { $in: ids.map((id) => `${consumer} ${id}`) } }, mongo.within),
  members: () => idsIn(mongo, 'members'),
  async follows() {
    const edges = await edgesOf(mongo, 'follows').find({ active: true }, mongo.within).toArray()
    return edges.map(({ from, to }) => `${from} ${to}`)
  },
})

export async function idsIn({ db, within }: Mongo, collection: string): Promise<string[]> {
  const rows = await db
    .collection<Named>(collection)
    .find({}, { ...within, projection: { _id: 1 } })
    .toArray()
  return rows.map(({ _id }) => _id)
}
