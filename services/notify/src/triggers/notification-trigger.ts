import type { FollowKind, Notice, SupportedNotificationType } from '../notifications/notification.ts'

/** An action of the member `from` that can notify the member `to`. A notice has no actor: `from` is the member too. */
export type NotificationTrigger = {
  type: SupportedNotificationType
  to: string
  from: string
  at: Date
  /** The post that the action is about. */
  postId: string | null
  /** The comment that was written, and its first words. */
  commentId: string | null
  excerpt: string
  /** The bio that mentions the member. The notification does not show it, and muted words act on it. */
  bio?: string | undefined
  /** If the comment is a reply: the comment to which it replies. */
  threadId?: string | undefined
  /** The comment of `to` that was liked, or whose conversation the reply is in. @default the action is about the post */
  targetCommentId?: string | undefined
  followKind?: FollowKind
  notice?: Notice
}

/** A trigger that the preferences of `to` allow, by a member whom `to` does not mute. It is hidden while `to` cannot see `from`. */
export type AcceptedTrigger = NotificationTrigger & { hidden: boolean }

/** An unread notification that more triggers can join. */
export type OpenNotification = {
  _id: string
  to: string
  postId: string
  targetCommentId?: string | undefined
  updatedAt: Date
}

/** A new or changed notification with its triggers. */
export type GroupedNotification = {
  _id: string
  to: string
  type: SupportedNotificationType
  postId: string | null
  targetCommentId: string | undefined
  followKind: FollowKind | undefined
  notice: Notice | undefined
  createdAt: Date
  updatedAt: Date
  /** The last trigger of each actor, by the actor's id. */
  triggers: Map<string, AcceptedTrigger>
}

const GROUPING_WINDOW_MS = 24 * 3_600_000

/**
 * Groups triggers of one type, oldest first, into notifications. A trigger about a post or comment joins the unread notification of the
 * same member about that post or comment if that changed within the last 24 hours; otherwise it begins a new notification.
 */
export function groupTriggers(
  triggers: readonly AcceptedTrigger[],
  openNotifications: readonly OpenNotification[],
  newId: (at: Date) => string,
): GroupedNotification[] {
  const grouped = new Map<string, GroupedNotification>()
  const toKey = ({ to, postId, targetCommentId }: Pick<NotificationTrigger, 'to' | 'postId' | 'targetCommentId'>) =>
    `${to} ${postId} ${targetCommentId ?? ''}`
  const newestByKey = new Map<string, Pick<OpenNotification, '_id' | 'updatedAt'>>(
    openNotifications.map((notification) => [toKey(notification), notification]),
  )

  function resolveNotification(trigger: AcceptedTrigger): GroupedNotification {
    const { to, type, postId, targetCommentId, followKind, notice, at } = trigger
    const open = postId === null ? undefined : newestByKey.get(toKey(trigger))
    const isJoining = open !== undefined && at.getTime() - open.updatedAt.getTime() <= GROUPING_WINDOW_MS
    const _id = isJoining ? open._id : newId(at)
    const updatedAt = isJoining && open.updatedAt > at ? open.updatedAt : at
    const first = { _id, to, type, postId, targetCommentId, followKind, notice, createdAt: at, triggers: new Map() }
    const current = grouped.get(_id) ?? first
    const next = { ...current, updatedAt }
    grouped.set(_id, next)
    if (postId !== null) newestByKey.set(toKey(next), next)
    return next
  }

  for (const trigger of triggers) {
    const notification = resolveNotification(trigger)
    const earlier = notification.triggers.get(trigger.from)
    if (!earlier || earlier.at <= trigger.at) notification.triggers.set(trigger.from, trigger)
  }
  return [...grouped.values()]
}
