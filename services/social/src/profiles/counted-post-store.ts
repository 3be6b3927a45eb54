/** Deletes ids of counted posts that no event can be about any more. */
export type CountedPostStore = {
  /** Deletes a batch of ids of posts that were deleted before `before`. Returns true if there may be more. */
  deleteExpired(before: Date): Promise<boolean>
}
