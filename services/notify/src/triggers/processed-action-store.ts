/** Deletes what the deduplicator has stored about actions whose events cannot be delivered again. */
export type ProcessedActionStore = {
  /** Deletes a batch of rows last written before `before`, also of deleted posts. Returns true if there may be more. */
  deleteExpired(before: Date): Promise<boolean>
}
