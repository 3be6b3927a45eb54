/** The number of posts of each member, projected from the events of posts. */
export type PostCountProjection = {
  /** Counts each post once. Ignores repeated posts and posts whose deletion arrived first. */
  addPosts(posts: readonly { postId: string; memberId: string }[]): Promise<void>
  /** Removes a post from the count, once. */
  removePost(postId: string, memberId: string): Promise<void>
}
