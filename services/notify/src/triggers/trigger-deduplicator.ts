import type { EventOf, events } from '@meadow/contracts'

type PostCreated = EventOf<typeof events.postCreated>
export type LikeChange = EventOf<
  typeof events.postLiked | typeof events.postUnliked | typeof events.commentLiked | typeof events.commentUnliked
>
export type ShareChange = EventOf<typeof events.postShared | typeof events.postUnshared>
type PostEdited = EventOf<typeof events.postEdited>
type PostCommented = EventOf<typeof events.postCommented>
type FollowChange = EventOf<
  | typeof events.memberFollowed
  | typeof events.memberUnfollowed
  | typeof events.memberFollowRequested
  | typeof events.memberFollowDeclined
>

/** A member whom a post, a comment or the bio of a member (`targetId`) names. A bio belongs to no post. */
export type Mention = { postId: string | null; targetId: string; memberId: string }

/**
 * Stores which actions have been processed, so that repeated, replayed and late events do not notify again. Each `take…`
 * method stores its events and returns the new ones.
 */
export type TriggerDeduplicator = {
  addPosts(posts: readonly PostCreated[]): Promise<void>
  /** Stores the new texts of posts. Returns the edits that are newer than the stored ones. */
  takeNewEdits(edits: readonly PostEdited[]): Promise<PostEdited[]>
  /** Stores if moderators hide posts. */
  hidePosts(postIds: readonly string[], isHidden: boolean): Promise<void>
  /** Marks posts as deleted: later events about them are ignored. */
  forgetPosts(posts: readonly { postId: string; authorId: string }[]): Promise<void>
  /** Marks all posts of a member as deleted. */
  forgetPostsOfMember(memberId: string): Promise<number>
  /** Returns the last change of each member and post, or comment, if it is newer than the stored one. */
  takeNewLikes<E extends LikeChange>(changes: readonly E[]): Promise<E[]>
  /** Returns the last change of each member and post, if it is newer than the stored one. */
  takeNewShares<E extends ShareChange>(changes: readonly E[]): Promise<E[]>
  takeNewComments(comments: readonly PostCommented[]): Promise<PostCommented[]>
  /** Returns the mentions of members whom their post, comment or bio has not named before. */
  takeNewMentions<M extends Mention>(mentions: readonly M[]): Promise<M[]>
  /** Deletes all mentions of an erased member, and those in the bio of this member. */
  forgetMentionsOfMember(memberId: string): Promise<void>
  /** Returns true if the change is newer than the stored one. */
  takeNewFollow(change: FollowChange): Promise<boolean>
  /** Returns true if nobody was notified of this follow or its request within seven days, and stores the time of this notification. */
  claimFollowNotification(follow: FollowChange): Promise<boolean>
}
