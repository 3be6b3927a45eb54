/** Returns the query key of the texts that a post has had. The first page does not need it. */
export const createPostHistoryKey = (postId: string) => ['posts', 'history', postId] as const
