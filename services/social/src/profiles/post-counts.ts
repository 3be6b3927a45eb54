/** How many posts members have, as posts tells it: a projection. */
export type PostCounts = {
  /** Counts a post once, however often it is told, and not when its deletion was told before. */
  count(postId: string, memberId: string): Promise<void>
  /** Takes a post out of the count once. */
  uncount(postId: string, memberId: string): Promise<void>
}
