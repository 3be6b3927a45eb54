import * as z from 'zod'
import { MAX_NOTIFICATION_ACTORS, NOTIFICATION_TYPES } from '../limits.ts'
import { Count, Id, Timestamp } from '../text.ts'
import { MemberView } from './member.ts'

export const NotificationType = z.enum(NOTIFICATION_TYPES)
export type NotificationType = z.infer<typeof NotificationType>

/**
 * A notification. Activities of several members on one post within a day are one notification: `from` is the latest actor,
 * `actors` are the newest actors (`from` first), and `actorCount` is their number. `text` follows the name of `from`. Lists
 * are sorted by `updatedAt`.
 */
export const NotificationView = z.object({
  _id: Id,
  type: NotificationType,
  from: MemberView,
  actors: z.array(MemberView).max(MAX_NOTIFICATION_ACTORS),
  actorCount: Count,
  text: z.string(),
  isRead: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  post: z.object({ _id: Id, content: z.string(), image: z.string() }).nullable(),
  commentId: Id.nullable(),
})
export type NotificationView = z.infer<typeof NotificationView>

const perNotificationType = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ like: schema, comment: schema, follow: schema, mention: schema, share: schema })

/** The number of notifications per type. */
export const NotificationCounts = perNotificationType(Count).extend({ all: Count })
export type NotificationCounts = z.infer<typeof NotificationCounts>

/** The setting of one type: shown in the app or not, and for which actors. */
const NotificationPreference = z.object({ inApp: z.boolean(), from: z.enum(['everyone', 'following']) })
export const NotificationPreferences = perNotificationType(NotificationPreference)
export type NotificationPreferences = z.infer<typeof NotificationPreferences>
export const NotificationPreferencesChange = perNotificationType(NotificationPreference.partial()).partial()
export type NotificationPreferencesChange = z.infer<typeof NotificationPreferencesChange>
