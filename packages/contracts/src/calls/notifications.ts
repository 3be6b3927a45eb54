import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { PAGE_SIZE } from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
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
    limit: pageLimit(PAGE_SIZE.notifications),
    page: PageNumber,
    cursor: Cursor.optional(),
  }),
  response: z.object({
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
  response: Unread,
})

export const readNotification = defineCall({
  method: 'put',
  path: '/posts/notifications/:id/read',
  access: 'member',
  summary: 'Marks a notification as read; answers how many are unread now',
  params: z.object({ id: Id }),
  response: Unread,
})

export const readAllNotifications = defineCall({
  method: 'put',
  path: '/posts/notifications/read-all',
  access: 'member',
  summary:
    'Marks those of these types, up to and including the moment `before`, as read; answers how many are unread now',
  body: z.object({ types: z.array(NotificationType).min(1).optional(), before: Timestamp.optional() }).optional(),
  response: Unread,
})

export const getNotificationPreferences = defineCall({
  method: 'get',
  path: '/posts/notifications/preferences',
  access: 'member',
  summary: 'What the member wants to be told of',
  response: Preferences,
})

export const setNotificationPreferences = defineCall({
  method: 'put',
  path: '/posts/notifications/preferences',
  access: 'member',
  summary: 'Changes what the member wants to be told of: what is not named stays',
  body: z.object({ preferences: NotificationPreferencesChange }),
  response: Preferences,
})
