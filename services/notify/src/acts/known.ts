import type { EventOf, events } from '@meadow/contracts'

type PostCreated = EventOf<typeof events.postCreated>
type LikeChange = EventOf<typeof events.postLiked | typeof events.postUnliked>
type PostCommented = EventOf<typeof events.postCommented>
type FollowChange = EventOf<typeof events.memberFollowed | typeof events.memberUnfollowed>

/** What has been heard until now, so that repeats and replays are no news. Each takes events and answers what is new. */
export type Known = {
  addPosts(posts: readonly PostCreated[]): Promise<void>
  /** Of these posts nothing is news any more. */
  forgetPosts(posts: readonly { postId: string; authorId: string }[]): Promise<void>
  /** The posts of a member are nobody's any more. */
  forgetPostsOf(memberId: string): Promise<void>
  /** The last of each member and post, where it is newer than what was known. */
  newestLikes<E extends LikeChange>(changes: readonly E[]): Promise<E[]>
  newComments(comments: readonly PostCommented[]): Promise<PostCommented[]>
  /** Whether it is newer than what was known. */
  isNewFollow(change: FollowChange): Promise<boolean>
  /** Whether nobody was told of this follow in the week before; notes that it is told now. */
  isWorthTelling(follow: FollowChange): Promise<boolean>
}
