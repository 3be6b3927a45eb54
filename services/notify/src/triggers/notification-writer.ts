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
  /** Removes likes or shares from unread notifications. */
  withdraw(
    type: 'like' | 'share',
    actions: readonly { postId: string | null; from: string; to: string; at: Date }[],
  ): Promise<void>
  /** Replaces the words of comments in the notifications about them, mentions included: after an edit, or '' for what is hidden or deleted. */
  setExcerpts(comments: readonly { postId: string; commentId: string; excerpt: string }[]): Promise<void>
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
