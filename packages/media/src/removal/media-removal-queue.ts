/**
 * The queue of media files to remove. A service adds paths in the transaction that deletes the rows of the files, by
 * `queueMediaRemovals` or `queueMediaRemovalsInMongo`.
 */
export type MediaRemovalQueue = {
  /**
   * Calls `remove` with one batch of the paths that are due at `at`. Deletes a path from the queue when its removal
   * succeeded, and retries it with exponential back-off when it failed. Returns the number of due and failed paths.
   */
  removeDue(at: Date, remove: (path: string) => Promise<void>): Promise<{ due: number; failed: number }>
}

/** The maximum number of files that one call of `removeDue` removes. */
export const REMOVAL_BATCH_SIZE = 20

const FIRST_RETRY_DELAY_MS = 10_000
const MAX_RETRY_DELAY_MS = 3_600_000

/** A queued file. `attempts` is the number of failed removals. */
type QueuedRemoval = { path: string; attempts: number }

/** The paths that were removed, and the files whose removal failed, with the time of their next attempt. */
type RemovalResult = { removed: string[]; failed: (QueuedRemoval & { dueAt: Date })[] }

/** Calls `remove` with each path of a batch. The delay before the next attempt doubles with each failure, up to an hour. */
export async function removeBatch(
  batch: readonly QueuedRemoval[],
  at: Date,
  remove: (path: string) => Promise<void>,
): Promise<RemovalResult> {
  const results = await Promise.allSettled(batch.map(({ path }) => remove(path)))
  const isRemoved = (index: number) => results[index]?.status === 'fulfilled'
  return {
    removed: batch.filter((_, index) => isRemoved(index)).map(({ path }) => path),
    failed: batch
      .filter((_, index) => !isRemoved(index))
      .map(({ path, attempts }) => ({
        path,
        attempts: attempts + 1,
        dueAt: new Date(at.getTime() + Math.min(FIRST_RETRY_DELAY_MS * 2 ** attempts, MAX_RETRY_DELAY_MS)),
      })),
  }
}
