import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { NotificationType, NotificationView } from '../shapes/notification.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** In all of these `unread` is how many are unread after it. */
export const notificationCreated = defineEvent({
  type: 'notification.created',
  topic: 'notifications',
  version: 1,
  from: ['notify'],
  summary: 'A member is told something, or one more did the same: then it is the same notification, newer',
  data: z.object({ notification: NotificationView, unread: Count }),
})

export const notificationRead = defineEvent({
  type: 'notification.read',
  topic: 'notifications',
  version: 1,
  from: ['notify'],
  summary: 'Some were read: these, or all of these types up to and including a moment',
  data: z.object({
    read: z.union([z.object({ ids: z.array(Id) }), z.object({ before: Timestamp, types: z.array(NotificationType) })]),
    unread: Count,
  }),
})

export const notificationRemoved = defineEvent({
  type: 'notification.removed',
  topic: 'notifications',
  version: 1,
  from: ['notify'],
  summary: 'Some are no longer there, because what they told of is not',
  data: z.object({ ids: z.array(Id), unread: Count }),
})
