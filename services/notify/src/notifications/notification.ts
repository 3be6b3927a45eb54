import type { MemberView, NotificationType, NotificationView } from '@meadow/contracts'
import type { NOTICE_KINDS } from '@meadow/contracts/report-limits'

/** The notification types that have a source of events so far. */
export type SupportedNotificationType = Extract<
  NotificationType,
  'like' | 'comment' | 'follow' | 'mention' | 'share' | 'other'
>

/** Kinds of a follow notification beside a plain follow: a request, or the acceptance of one. */
export type FollowKind = 'requested' | 'accepted'

type NoticeKind = (typeof NOTICE_KINDS)[number]

/** The content of a notification without an actor. `rule` is '' if no rule was named. */
export type Notice = { kind: NoticeKind; rule: string; reportId: string | null }

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
  /** The comment of the member that was liked, or below which there are replies. Undefined if it is about the post. */
  targetCommentId: string | undefined
  /** Undefined for a follow of the member, and for other types. */
  followKind: FollowKind | undefined
  /** Undefined for notifications of what other members did. */
  notice: Notice | undefined
  isRead: boolean
  createdAt: Date
  updatedAt: Date
  post: { _id: string; content: string; image: string } | null
}

type ActionText = (about: {
  excerpt: string
  commentId: string | null
  isOnComment: boolean
  isInBio: boolean
}) => string

const ACTION_TEXTS: Record<SupportedNotificationType, ActionText> = {
  like: ({ isOnComment }) => (isOnComment ? 'liked your comment' : 'liked your post'),
  comment({ excerpt, isOnComment }) {
    if (isOnComment) return excerpt ? `replied: “${excerpt}”` : 'replied to your comment'
    return excerpt ? `commented: “${excerpt}”` : 'commented on your post'
  },
  mention({ excerpt, commentId, isInBio }) {
    if (isInBio) return 'mentioned you in their bio'
    return excerpt ? `mentioned you: “${excerpt}”` : `mentioned you in a ${commentId ? 'comment' : 'post'}`
  },
  share: ({ excerpt }) => (excerpt ? `shared your post: “${excerpt}”` : 'shared your post'),
  follow: () => 'started following you',
  other: () => NEWER_ACTION_TEXT,
}

const FOLLOW_TEXTS: Record<FollowKind, string> = {
  requested: 'asked to follow you',
  accepted: 'accepted your follow request',
}

const NOTICE_TEXTS: Record<NoticeKind, string> = {
  report_dismissed: 'We read your report. It breaks no rule, so we left everything as it is.',
  report_resolved: 'Thank you for your report. We agreed and acted on it.',
  content_removed: 'We removed something that you wrote, because it broke our rules.',
  warned:
    'Moderators warn you: something that you wrote broke our rules. If it happens again, they may suspend your account.',
  suspended: 'Moderators suspended your account, because something that you wrote broke our rules.',
  unsuspended: 'Moderators ended the suspension of your account. Welcome back.',
  content_hidden: 'Moderators hide something that you wrote until they have decided about it.',
  appeal_accepted: 'Moderators read your appeal and agreed with you. They have taken their decision back.',
  appeal_rejected: 'Moderators read your appeal. Their decision stays as it is.',
  post_edited: 'edited a post that you commented on',
  decision_reversed: 'Moderators have taken back a decision about something that you reported, after an appeal.',
}

/** Returns true for a notice that tells what its actor did. Others have no actor. */
export const hasNoticeActor = (notice: Notice): boolean => notice.kind === 'post_edited'

/** Returns the sentence of a notice with the rule that applied. */
const toNoticeText = ({ kind, rule }: Notice): string => {
  const text = Object.hasOwn(NOTICE_TEXTS, kind) ? NOTICE_TEXTS[kind] : 'Moderators have decided something about you.'
  return rule ? `${text} Rule: ${rule}` : text
}

/** A newer version may have stored other types, before a rollback or while it runs beside this one. */
const NEWER_ACTION_TEXT = 'interacted with you'

function toActionText(fields: NotificationTextFields): string {
  const { type, excerpt, commentId = null, targetCommentId, followKind, post } = fields
  if (followKind) return FOLLOW_TEXTS[followKind]
  if (!Object.hasOwn(ACTION_TEXTS, type)) return NEWER_ACTION_TEXT
  return ACTION_TEXTS[type as SupportedNotificationType]({
    excerpt,
    commentId,
    isOnComment: targetCommentId !== undefined,
    isInBio: post === null,
  })
}

type NotificationTextFields = { type: string } & Pick<Notification, 'actorCount' | 'excerpt'> &
  Partial<Pick<Notification, 'commentId' | 'targetCommentId' | 'followKind' | 'notice' | 'post'>>

/** Returns the text that follows the name of the newest actor. A notice has no actor: its text stands alone. */
export function toNotificationText(fields: NotificationTextFields): string {
  if (fields.notice) return toNoticeText(fields.notice)
  const otherActorCount = fields.actorCount - 1
  const action = toActionText(fields)
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

/** Returns the comment to which a notification leads: the newest one, or that which was liked. */
export const toLinkedCommentId = ({ commentId, targetCommentId }: Notification): string | null =>
  commentId ?? targetCommentId ?? null

/** Converts a notification to the view in responses and events. */
export function toNotificationView(notification: Notification): NotificationView {
  const { _id, type, actors, actorCount, isRead, createdAt, updatedAt, post, followKind, notice } = notification
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
    commentId: toLinkedCommentId(notification),
    ...(followKind && { followKind }),
    ...(notice && { kind: notice.kind, rule: notice.rule, ...(notice.reportId && { reportId: notice.reportId }) }),
  }
}
