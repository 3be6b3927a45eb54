import type { MemberView, NotificationType, NotificationView } from '@meadow/contracts'

/** The notification types that have a source of events so far. */
export type SupportedNotificationType = Extract<NotificationType, 'like' | 'comment' | 'follow'>

/** Kinds of a follow notification beside a plain follow: a request, or the acceptance of one. */
export type FollowKind = 'requested' | 'accepted'

/** A notification as its member sees it. It groups the actions of several actors. */
export type Notification = {
  _id: string
  memberId: string
  type: SupportedNotificationType
  /** Newest first; never empty. */
  actors: [MemberView, ...MemberView[]]
  actorCount: number
  /** The newest comment and its first words. */
  commentId: string | null
  excerpt: string
  /** Undefined for a follow of the member, and for other types. */
  followKind: FollowKind | undefined
  isRead: boolean
  createdAt: Date
  updatedAt: Date
  post: { _id: string; content: string; image: string } | null
}

const ACTION_TEXTS: Record<SupportedNotificationType, (excerpt: string) => string> = {
  like: () => 'liked your post',
  comment: (excerpt) => (excerpt ? `commented: “${excerpt}”` : 'commented on your post'),
  follow: () => 'started following you',
}

const FOLLOW_TEXTS: Record<FollowKind, string> = {
  requested: 'asked to follow you',
  accepted: 'accepted your follow request',
}

/** A newer version may have stored other types, before a rollback or while it runs beside this one. */
const NEWER_ACTION_TEXT = 'interacted with you'

const toActionText = (type: string, excerpt: string, followKind: FollowKind | undefined): string =>
  followKind
    ? FOLLOW_TEXTS[followKind]
    : Object.hasOwn(ACTION_TEXTS, type)
      ? ACTION_TEXTS[type as SupportedNotificationType](excerpt)
      : NEWER_ACTION_TEXT

/** Returns the text that follows the name of the newest actor. */
export function toNotificationText({
  type,
  actorCount,
  excerpt,
  followKind,
}: { type: string } & Pick<Notification, 'actorCount' | 'excerpt'> &
  Partial<Pick<Notification, 'followKind'>>): string {
  const otherActorCount = actorCount - 1
  const action = toActionText(type, excerpt, followKind)
  if (otherActorCount === 0) return action
  return `and ${otherActorCount} ${otherActorCount === 1 ? 'other' : 'others'} ${action}`
}

/**
 * Returns the time up to which a member has seen notifications, after they saw those up to `before`. It never goes back,
 * and not beyond the newest notification: what comes later is not seen. Undefined if nothing was seen.
 */
export function toSeenAt(
  before: Date,
  { seenAt, newest }: { seenAt: Date | undefined; newest: Date | undefined },
): Date | undefined {
  if (!newest) return seenAt
  const seen = before < newest ? before : newest
  return seenAt && seenAt > seen ? seenAt : seen
}

/** Converts a notification to the view in responses and events. */
export function toNotificationView(notification: Notification): NotificationView {
  const { _id, type, actors, actorCount, isRead, createdAt, updatedAt, post, commentId, followKind } = notification
  return {
    _id,
    type,
    from: actors[0],
    actors,
    actorCount,
    text: toNotificationText(notification),
    isRead,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    post,
    commentId,
    ...(followKind && { followKind }),
  }
}
