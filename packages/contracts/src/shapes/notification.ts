import * as z from 'zod'
import { LISTED_NOTIFICATION_TYPES, MAX_NOTIFICATION_ACTORS } from '../limits.ts'
import { NOTICE_KINDS } from '../report-limits.ts'
import { Count, Id, Timestamp } from '../text.ts'
import { MemberView } from './member.ts'
import { QuietHours, QuietHoursChange } from './quiet-hours.ts'

export const NotificationType = z.enum(LISTED_NOTIFICATION_TYPES)
export type NotificationType = z.infer<typeof NotificationType>

/**
 * A notification. Activities of several members on one post within a day are one notification: `from` is the latest actor,
 * `actors` are the newest actors (`from` first), and `actorCount` is their number. `text` follows the name of `from`. Lists
 * are sorted by `updatedAt`. `followKind`: `from` has asked to follow the member, or has accepted the request of the member.
 * A notification of the type `other` has no actor, except for `post_edited`: `from` is the member, `kind` tells what happened, `rule` is the rule that applied,
 * or '', and `reportId` the report that caused it. The kinds for a reporter have the outcome alone.
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
  followKind: z.enum(['requested', 'accepted']).optional(),
  kind: z.enum(NOTICE_KINDS).optional(),
  rule: z.string().optional(),
  reportId: Id.optional(),
})
export type NotificationView = z.infer<typeof NotificationView>

const perNotificationType = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ like: schema, comment: schema, follow: schema, mention: schema, share: schema })

/** The number of notifications per type. */
export const NotificationCounts = perNotificationType(Count).extend({ all: Count })
export type NotificationCounts = z.infer<typeof NotificationCounts>

/**
 * The number of unread notifications that changed after those that the member has seen, as the badge shows it. Counting
 * ends at `MAX_UNSEEN_NOTIFICATIONS`. Missing from older versions of notify, whose badge shows all unread ones.
 */
export const UnseenCount = Count.optional()

/** The setting of one type: shown in the app, pushed to devices, and for which actors. What is not in the app is not pushed. */
const NotificationPreference = z.object({
  inApp: z.boolean(),
  push: z.boolean(),
  from: z.enum(['everyone', 'following']),
})
const MessagePreference = NotificationPreference.pick({ push: true })

export const NotificationPreferences = perNotificationType(NotificationPreference).extend({
  message: MessagePreference,
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

/** All settings of notifications. With `hidePushText`, a push does not contain what somebody wrote. */
export const NotificationSettings = z.object({
  preferences: NotificationPreferences,
  hidePushText: z.boolean(),
  quietHours: QuietHours,
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Any part of the settings. */
export const NotificationSettingsChange = z
  .object({
    preferences: perNotificationType(NotificationPreference.partial())
      .extend({ message: MessagePreference.partial() })
      .partial(),
    hidePushText: z.boolean(),
    quietHours: QuietHoursChange,
  })
  .partial()
export type NotificationSettingsChange = z.infer<typeof NotificationSettingsChange>
