import type { Actor, PushClose, PushNotification } from '@meadow/contracts'
import {
  hasNoticeActor,
  type Notification,
  toLinkedCommentId,
  toNotificationText,
} from '../notifications/notification.ts'
import { TEST_TAG, toMessageTag, toNotificationTag } from './push-tag.ts'

/** The actions of each type, the most useful first: browsers show two or three. */
const ACTIONS: Record<PushNotification['type'], PushNotification['actions']> = {
  like: ['mark-read'],
  comment: ['reply', 'mark-read'],
  follow: ['mark-read'],
  mention: ['reply', 'like', 'mark-read'],
  share: ['like', 'mark-read'],
  other: ['mark-read'],
  message: ['reply', 'mark-read', 'like'],
  test: [],
}

const MESSAGE_TEXTS: Record<string, string> = {
  text: 'sent you a message',
  image: 'sent you a picture',
  voice: 'sent you a voice message',
  video: 'sent you a video',
}

const GROUP_TEXTS: Record<string, string> = {
  image: 'sent a picture',
  voice: 'sent a voice message',
  video: 'sent a video',
}

/** A message without its text, as the events of chat describe it. */
export type PushMessage = {
  id: string
  seq: number
  /** The type of the message; a newer version may know more. */
  messageType: string
  from: Pick<Actor, '_id' | 'username' | 'fullName' | 'avatar'>
  memberId: string
  at: Date
  /** The group to which it was sent, or to which it invites. */
  group?: { _id: string; name: string }
}

const toHeader = (memberId: string, at: Date) => ({ version: 1 as const, memberId, at: at.toISOString() })

const toPath = (notification: Notification): string => {
  const { post, actors, notice } = notification
  if (notice && !hasNoticeActor(notice)) return '/settings/reports'
  if (!post) return `/profile/${actors[0].username}`
  const commentId = toLinkedCommentId(notification)
  return commentId ? `/post/${post._id}?comment=${commentId}` : `/post/${post._id}`
}

/** Returns the words that a push shows. Unlike a row on the page, it has no other place for those of a post that mentions the member. */
const toPushedExcerpt = ({ type, commentId, excerpt, post }: Notification): string =>
  type === 'mention' && commentId === null ? (post?.content ?? '') : excerpt

/** Creates the push of a notification. With `hideText` it does not contain what was written. */
export function createNotificationPush(
  notification: Notification,
  { hideText }: { hideText: boolean },
): PushNotification {
  const { _id, memberId, type, actors, post, updatedAt } = notification
  const [from] = actors
  const isFromMeadow = notification.notice !== undefined && !hasNoticeActor(notification.notice)
  return {
    ...toHeader(memberId, updatedAt),
    type,
    tag: toNotificationTag(notification),
    title: isFromMeadow ? 'Meadow' : from.fullName,
    body: toNotificationText({ ...notification, excerpt: hideText ? '' : toPushedExcerpt(notification) }),
    path: toPath(notification),
    icon: isFromMeadow ? '' : from.avatar,
    id: _id,
    userId: isFromMeadow ? null : from._id,
    postId: post?._id ?? null,
    ...(post && notification.commentId && { commentId: notification.commentId }),
    hideText,
    actions: type === 'mention' && !post ? ['mark-read'] : ACTIONS[type], // a bio has no replies and likes
  }
}

/**
 * Creates the push of a message of a group, or of an invitation to one. It has no text, and no action: those of versions before it answer the
 * sender alone.
 */
function createGroupPush(
  message: PushMessage,
  group: { _id: string; name: string },
  hideText: boolean,
): PushNotification {
  const { id, memberId, from, messageType, at } = message
  const isInvitation = messageType === 'invitation'
  const groupText = isInvitation ? `invited you to “${group.name}”` : (GROUP_TEXTS[messageType] ?? 'sent a message')
  const hiddenText = isInvitation ? 'invited you to a group' : 'sent a message to a group'
  return {
    ...toHeader(memberId, at),
    type: 'message',
    tag: toMessageTag(group._id),
    title: isInvitation || hideText ? from.fullName : `${from.fullName} in ${group.name}`,
    body: hideText ? hiddenText : groupText,
    path: `/chat/group/${group._id}`,
    icon: from.avatar,
    id,
    userId: null,
    postId: null,
    hideText: true,
    actions: [],
  }
}

/** Creates the push of a message. It says only who wrote: the service worker fetches the text unless `hideText` is set. */
export function createMessagePush(message: PushMessage, { hideText }: { hideText: boolean }): PushNotification {
  const { id, memberId, from, messageType, at, group } = message
  if (group) return createGroupPush(message, group, hideText)
  return {
    ...toHeader(memberId, at),
    type: 'message',
    tag: toMessageTag(from._id),
    title: from.fullName,
    body: MESSAGE_TEXTS[messageType] ?? 'sent you a message',
    path: `/chat/${from.username}`,
    icon: from.avatar,
    id,
    userId: from._id,
    postId: null,
    hideText,
    actions: ACTIONS.message,
  }
}

/** Creates a test push. */
export const createTestPush = (memberId: string, { id, at }: { id: string; at: Date }): PushNotification => ({
  ...toHeader(memberId, at),
  type: 'test',
  tag: TEST_TAG,
  title: 'Meadow',
  body: 'Push notifications work on this device',
  path: '/settings/notifications',
  icon: '',
  id,
  userId: null,
  postId: null,
  hideText: false,
  actions: ACTIONS.test,
})

/** Creates a push that closes the notifications with these tags. */
export const createClosePush = (memberId: string, tags: string[], at: Date): PushClose => ({
  ...toHeader(memberId, at),
  type: 'close',
  tags,
})
