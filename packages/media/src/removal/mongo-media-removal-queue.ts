import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { MediaRemovalQueue } from './media-removal-queue.ts'

const BATCH_SIZE = 20
const FIRST_RETRY_DELAY_MS = 10_000
const MAX_RETRY_DELAY_MS = 3_600_000

/** A file to remove; `_id` is its path. */
type MediaRemovalDocument = { _id: string; attempts: number; dueAt: Date }

export const mediaRemovalCollection: MongoCollection = {
  name: 'media_to_remove',
  indexes: [{ name: 'by_due_at', key: { dueAt: 1 } }],
}

const mediaRemovalsIn = ({ db }: MongoDatabase) => db.collection<MediaRemovalDocument>(mediaRemovalCollection.name)

/**
 * Stores the queue in the collection `media_to_remove` of the service. Two processes may remove the same file, because
 * removing a missing file succeeds.
 */
export const createMongoMediaRemovalQueue = (mongo: MongoDatabase): MediaRemovalQueue => ({
  async removeDue(at, remove) {
    const { operationOptions: within } = mongo
    const due = await mediaRemovalsIn(mongo)
      .find({ dueAt: { $lte: at } }, within)
      .sort({ dueAt: 1 })
      .limit(BATCH_SIZE)
      .toArray()
    const results = await Promise.allSettled(due.map(({ _id }) => remove(_id)))
    const dueByResult = Object.groupBy(due, (_, index) => results[index]?.status ?? 'rejected')
    const { fulfilled: removed = [], rejected: failed = [] } = dueByResult
    await mediaRemovalsIn(mongo).deleteMany({ _id: { $in: removed.map(({ _id }) => _id) } }, within)
    for (const { _id, attempts } of failed) {
      const dueAt = new Date(at.getTime() + Math.min(FIRST_RETRY_DELAY_MS * 2 ** attempts, MAX_RETRY_DELAY_MS))
      await mediaRemovalsIn(mongo).updateOne({ _id }, { $set: { attempts: attempts + 1, dueAt } }, within)
    }
    return { due: due.length, failed: failed.length }
  },
})

/** Adds files to the removal queue in the transaction `tx`; the cleanup removes them after `dueAt`. */
export async function queueMediaRemovalsInMongo(
  tx: MongoDatabase,
  paths: readonly string[],
  dueAt: Date,
): Promise<void> {
  if (paths.length === 0) return
  const upserts = paths.map((_id) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: { attempts: 0, dueAt } }, upsert: true },
  }))
  await mediaRemovalsIn(tx).bulkWrite(upserts, tx.operationOptions)
}
