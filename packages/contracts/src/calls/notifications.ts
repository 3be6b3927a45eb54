import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { NOTIFICATION_TYPES, PAGE_SIZE } from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import {
  NotificationCounts,
  NotificationSettings,
  NotificationSettingsChange,
  NotificationType,
  NotificationView,
} from '../shapes/notification.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** The number of unread notifications after the call. */
const UnreadCount = z.object({ count: Count })

export const listNotifications = defineCall({
  method: 'get',
  path: '/posts/notifications',
  access: 'member',
  summary: 'Lists notifications, newest first, with the total and unread numbers per type',
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
  summary: 'Returns the number of unread notifications',
  response: UnreadCount,
})

export const readNotification = defineCall({
  method: 'put',
  path: '/posts/notifications/:id/read',
  access: 'member',
  summary: 'Marks a notification as read; returns the number of unread notifications',
  params: z.object({ id: Id }),
  response: UnreadCount,
})

export const readAllNotifications = defineCall({
  method: 'put',
  path: '/posts/notifications/read-all',
  access: 'member',
  summary:
    'Marks notifications of these types, up to and including the time `before`, as read; returns the number of unread notifications',
  body: z
    .object({
      types: z.array(NotificationType).min(1).max(NOTIFICATION_TYPES.length).optional(),
      before: Timestamp.optional(),
    })
    .optional(),
  response: UnreadCount,
})

export const getNotificationPreferences = defineCall({
  method: 'get',
  path: '/posts/notifications/preferences',
  access: 'member',
  summary: 'Returns the notification preferences of the member, per type, and the quiet hours',
  response: NotificationSettings,
})

export const setNotificationPreferences = defineCall({
  method: 'put',
  path: '/posts/notifications/preferences',
  access: 'member',
  summary: 'Changes the notification preferences of the member; missing settings stay unchanged',
  body: NotificationSettingsChange,
  response: NotificationSettings,
})
