import * as z from 'zod'
import { MAX_NOTIFICATION_ACTORS, NOTIFICATION_TYPES } from '../limits.ts'
import { Count, Id, Timestamp } from '../text.ts'
import { MemberView } from './member.ts'

export const NotificationType = z.enum(NOTIFICATION_TYPES)
export type NotificationType = z.infer<typeof NotificationType>

/**
 * What a member is told. What several did to one post within a day is one notification: `from` is who did it last,
 * `actors` are the newest of them (`from` first), `actorCount` how many there are. `text` goes on after the name of
 * `from`. The list is sorted by `updatedAt`.
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

const ofEachType = <Shape extends z.ZodType>(shape: Shape) =>
  z.object({ like: shape, comment: shape, follow: shape, mention: shape, share: shape })

/** A number for each chip of the list. */
export const NotificationCounts = ofEachType(Count).extend({ all: Count })
export type NotificationCounts = z.infer<typeof NotificationCounts>

/** Whether the list tells of a type, and of whom. */
const NotificationPreference = z.object({ inApp: z.boolean(), from: z.enum(['everyone', 'following']) })
export const NotificationPreferences = ofEachType(NotificationPreference)
export type NotificationPreferences = z.infer<typeof NotificationPreferences>
export const NotificationPreferencesChange = ofEachType(NotificationPreference.partial()).partial()
export type NotificationPreferencesChange = z.infer<typeof NotificationPreferencesChange>
