import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import { type MediaRemovalQueue, REMOVAL_BATCH_SIZE, removeBatch } from './media-removal-queue.ts'

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
    const { operationOptions } = mongo
    const due = await mediaRemovalsIn(mongo)
      .find({ dueAt: { $lte: at } }, operationOptions)
      .sort({ dueAt: 1 })
      .limit(REMOVAL_BATCH_SIZE)
      .toArray()
    const batch = due.map(({ _id, attempts }) => ({ path: _id, attempts }))
    const { removed, failed } = await removeBatch(batch, at, remove)
    await mediaRemovalsIn(mongo).deleteMany({ _id: { $in: removed } }, operationOptions)
    for (const { path, attempts, dueAt } of failed)
      await mediaRemovalsIn(mongo).updateOne({ _id: path }, { $set: { attempts, dueAt } }, operationOptions)
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
