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
