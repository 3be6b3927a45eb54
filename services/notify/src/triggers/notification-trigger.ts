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
  followKind?: FollowKind
  notice?: Notice
}

/** A trigger that the preferences of `to` allow, by a member whom `to` does not mute. It is hidden while `to` cannot see `from`. */
export type AcceptedTrigger = NotificationTrigger & { hidden: boolean }

/** An unread notification that more triggers can join. */
export type OpenNotification = { _id: string; to: string; postId: string; updatedAt: Date }

/** A new or changed notification with its triggers. */
export type GroupedNotification = {
  _id: string
  to: string
  type: SupportedNotificationType
  postId: string | null
  followKind: FollowKind | undefined
  notice: Notice | undefined
  createdAt: Date
  updatedAt: Date
  /** The last trigger of each actor, by the actor's id. */
  triggers: Map<string, AcceptedTrigger>
}

const GROUPING_WINDOW_MS = 24 * 3_600_000

/**
 * Groups triggers of one type, oldest first, into notifications. A trigger about a post joins the unread notification of the same
 * member about that post if that changed within the last 24 hours; otherwise it begins a new notification.
 */
export function groupTriggers(
  triggers: readonly AcceptedTrigger[],
  openNotifications: readonly OpenNotification[],
  newId: (at: Date) => string,
): GroupedNotification[] {
  const grouped = new Map<string, GroupedNotification>()
  const toKey = ({ to, postId }: Pick<NotificationTrigger, 'to' | 'postId'>) => `${to} ${postId}`
  const newestByKey = new Map<string, Pick<OpenNotification, '_id' | 'updatedAt'>>(
    openNotifications.map((notification) => [toKey(notification), notification]),
  )

  function resolveNotification({ to, type, postId, followKind, notice, at }: AcceptedTrigger): GroupedNotification {
    const open = postId === null ? undefined : newestByKey.get(toKey({ to, postId }))
    const isJoining = open !== undefined && at.getTime() - open.updatedAt.getTime() <= GROUPING_WINDOW_MS
    const _id = isJoining ? open._id : newId(at)
    const updatedAt = isJoining && open.updatedAt > at ? open.updatedAt : at
    const first = { _id, to, type, postId, followKind, notice, createdAt: at, triggers: new Map() }
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
