/** How many posts members have, as posts tells it: a projection. */
export type PostCounts = {
  /** Counts posts once each, however often they are told, and none of which the deletion was told before. */
  count(posts: readonly { postId: string; memberId: string }[]): Promise<void>
  /** Takes a post out of the count once. */
  uncount(postId: string, memberId: string): Promise<void>
}
