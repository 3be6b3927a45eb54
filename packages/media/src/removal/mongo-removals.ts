import type { Collection, Mongo } from '@meadow/storage'
import type { Removals } from './removals.ts'

const AT_ONCE = 20
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 3_600_000

/** A file that nothing shows any more; `_id` is its path. */
type ToRemove = { _id: string; attempts: number; dueAt: Date }

export const removalCollection: Collection = {
  name: 'media_to_remove',
  indexes: [{ name: 'by_due_at', key: { dueAt: 1 } }],
}

const toRemove = ({ db }: Mongo) => db.collection<ToRemove>(removalCollection.name)

/** In the collection `media_to_remove` of the service. Two processes may remove the same file: that is no failure. */
export const mongoRemovals = (mongo: Mongo): Removals => ({
  async removeDue(at, remove) {
    const { within } = mongo
    const due = await toRemove(mongo)
      .find({ dueAt: { $lte: at } }, within)
      .sort({ dueAt: 1 })
      .limit(AT_ONCE)
      .toArray()
    const results = await Promise.allSettled(due.map(({ _id }) => remove(_id)))
    const outcome = Object.groupBy(due, (_, index) => results[index]?.status ?? 'rejected')
    const { fulfilled: gone = [], rejected: failed = [] } = outcome
    await toRemove(mongo).deleteMany({ _id: { $in: gone.map(({ _id }) => _id) } }, within)
    for (const { _id, attempts } of failed) {
      const dueAt = new Date(at.getTime() + Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS))
      await toRemove(mongo).updateOne({ _id }, { $set: { attempts: attempts + 1, dueAt } }, within)
    }
    return { due: due.length, failed: failed.length }
  },
})

/** Leaves files to the sweep from `dueAt` on, in the transaction of whoever lets them go. */
export async function removeLaterFromMongo(tx: Mongo, paths: readonly string[], dueAt: Date): Promise<void> {
  if (paths.length === 0) return
  const notes = paths.map((_id) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: { attempts: 0, dueAt } }, upsert: true },
  }))
  await toRemove(tx).bulkWrite(notes, tx.within)
}
