import { createHash } from 'node:crypto'
import type { Notification } from '../notifications/notification.ts'

/** The longest value of the header `Topic` (RFC 8030). */
const MAX_TOPIC_LENGTH = 32

/** The tag of test pushes. */
export const TEST_TAG = 'test'
/** The tag of a push that closes several notifications. */
export const CLOSE_TAG = 'close'

/** Returns the tag of the messages of a conversation: `id` is their sender, or the group. */
export const toMessageTag = (id: string): string => `message-${id}`

/** Returns the tag of a notification: one for each type and post or comment, for each follower, or for each notice. */
export const toNotificationTag = ({
  _id,
  type,
  post,
  actors,
  targetCommentId,
}: Pick<Notification, '_id' | 'type' | 'post' | 'actors' | 'targetCommentId'>): string =>
  `${type}-${targetCommentId ?? post?._id ?? (type === 'other' ? _id : actors[0]._id)}`

/**
 * Returns the topic of a tag, by which a push service replaces an undelivered push. It is a hash, so that the service does not
 * learn of which conversation or post a push is.
 */
export const toPushTopic = (memberId: string, tag: string): string =>
  createHash('sha256').update(`${memberId} ${tag}`).digest('base64url').slice(0, MAX_TOPIC_LENGTH)
