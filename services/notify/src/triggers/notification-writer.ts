import type { AcceptedTrigger, NotificationTrigger } from './notification-trigger.ts'

/** Selects the actors whose visibility may have changed: one member, two members for each other, or everyone. */
export type VisibilityScope = { actor: string } | { between: readonly [string, string] } | 'everyone'

/**
 * Writes notifications in the transaction of the consumer. Each change is stored together with the counters and the events
 * that it causes.
 */
export type NotificationWriter = {
  /** Stores notifications for triggers of one type, oldest first. Skips triggers that the preferences exclude, and returns the others. */
  notify(triggers: readonly NotificationTrigger[]): Promise<AcceptedTrigger[]>
  /** Removes likes or shares from unread notifications. `targetCommentId` is the comment that was liked. */
  withdraw(
    type: 'like' | 'share',
    actions: readonly { postId: string | null; targetCommentId?: string; from: string; to: string; at: Date }[],
  ): Promise<void>
  /** Replaces the words of edited comments in the notifications about them, mentions included. */
  setExcerpts(comments: readonly { postId: string; commentId: string; excerpt: string }[]): Promise<void>
  /** Removes the words of hidden or deleted comments, and of the replies to them, from the notifications about them. */
  clearExcerpts(comments: readonly { postId: string; commentId: string }[]): Promise<void>
  /** Removes the notifications to the authors of deleted comments about likes of them, and about replies below them. */
  removeForComments(comments: readonly { postId: string; commentId: string }[], at: Date): Promise<void>
  /** Removes the notification of a follow request that has ended. */
  removeFollowRequest(request: { from: string; to: string }, at: Date): Promise<void>
  /** Hides actors whom a member cannot see any more, and shows those whom they can see again. */
  updateVisibility(scope: VisibilityScope, at: Date): Promise<void>
  /** Removes all notifications about these posts. */
  removeForPosts(postIds: readonly string[], at: Date): Promise<void>
  /** Removes all notifications to a member, and the member as an actor of all others. */
  removeForMember(
    memberId: string,
    at: Date,
  ): Promise<{ ownNotifications: number; notificationsOfOthers: number; settings: number }>
}
