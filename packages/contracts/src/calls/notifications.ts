import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { PAGE } from '../limits.ts'
import { Cursor, limit, Page } from '../shapes/list.ts'
import {
  NotificationCounts,
  NotificationPreferences,
  NotificationPreferencesChange,
  NotificationType,
  NotificationView,
} from '../shapes/notification.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** How many notifications are unread now. */
const Unread = z.object({ count: Count })
const Preferences = z.object({ preferences: NotificationPreferences })

export const listNotifications = defineCall({
  method: 'get',
  path: '/posts/notifications',
  access: 'member',
  summary: 'What the member was told, newest first, with how many there are and how many of them are unread, by type',
  query: z.object({
    type: NotificationType.optional(),
    limit: limit(PAGE.notifications),
    page: Page,
    cursor: Cursor.optional(),
  }),
  answer: z.object({
    notifications: z.array(NotificationView),
    pagination: z.object({ hasMore: z.boolean() }),
    nextCursor: z.string().nullable(),
    counts: NotificationCounts,
    unread: NotificationCounts,
  }),
})

export const countUnreadNotifications = defineCall({
  method: 'get',
  path: '/posts/notifications/unread-count',
  access: 'member',
  summary: 'How many notifications are unread',
  answer: Unread,
})

export const readNotification = defineCall({
  method: 'put',
  path: '/posts/notifications/:id/read',
  access: 'member',
  summary: 'Marks a notification as read; answers how many are unread now',
  params: z.object({ id: Id }),
  answer: Unread,
})

export const readAllNotifications = defineCall({
  method: 'put',
  path: '/posts/notifications/read-all',
  access: 'member',
  summary:
    'Marks those of these types, up to and including the moment `before`, as read; answers how many are unread now',
  body: z.object({ types: z.array(NotificationType).min(1).optional(), before: Timestamp.optional() }).optional(),
  answer: Unread,
})

export const getNotificationPreferences = defineCall({
  method: 'get',
  path: '/posts/notifications/preferences',
  access: 'member',
  summary: 'What the member wants to be told of',
  answer: Preferences,
})

export const setNotificationPreferences = defineCall({
  method: 'put',
  path: '/posts/notifications/preferences',
  access: 'member',
  summary: 'Changes what the member wants to be told of: what is not named stays',
  body: z.object({ preferences: NotificationPreferencesChange }),
  answer: Preferences,
})
