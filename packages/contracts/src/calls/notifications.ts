import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { LISTED_NOTIFICATION_TYPES, PAGE_SIZE } from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import {
  NotificationCounts,
  NotificationSettings,
  NotificationSettingsChange,
  NotificationType,
  NotificationView,
  UnseenCount,
} from '../shapes/notification.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** The number of unread notifications after the call, and of those that were not seen either. */
const UnreadCount = z.object({ count: Count, unseen: UnseenCount })

export const listNotifications = defineCall({
  method: 'get',
  path: '/posts/notifications',
  access: 'member',
  summary:
    'Lists notifications, newest first, with the total and unread numbers per type, and the number of unseen ones',
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
    unseen: UnseenCount,
  }),
})

export const countUnreadNotifications = defineCall({
  method: 'get',
  path: '/posts/notifications/unread-count',
  access: 'member',
  summary: 'Returns the number of unread notifications, and of those that were not seen either',
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
      types: z.array(NotificationType).min(1).max(LISTED_NOTIFICATION_TYPES.length).optional(),
      before: Timestamp.optional(),
    })
    .optional(),
  response: UnreadCount,
})

export const seeNotifications = defineCall({
  method: 'put',
  path: '/posts/notifications/seen',
  access: 'member',
  summary:
    'Takes notifications up to and including the time `before` out of the badge of all devices; they stay unread. Returns the number of unread notifications, and of those that were not seen either',
  body: z.object({ before: Timestamp }),
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
