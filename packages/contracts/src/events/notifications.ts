import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { NotificationType, NotificationView, UnseenCount } from '../shapes/notification.ts'
import { Count, Id, Timestamp } from '../text.ts'

/**
 * In all events of this file `unread` is the number of unread notifications after the change, and `unseen` the number of
 * those that were not seen either.
 */
export const notificationCreated = defineEvent({
  type: 'notification.created',
  topic: 'notifications',
  version: 1,
  producers: ['notify'],
  summary: 'A notification was created, or one more member was added to an existing one, which has the same id',
  data: z.object({ notification: NotificationView, unread: Count, unseen: UnseenCount }),
})

export const notificationRead = defineEvent({
  type: 'notification.read',
  topic: 'notifications',
  version: 1,
  producers: ['notify'],
  summary: 'Notifications were read: by id, or all of some types up to and including a time',
  data: z.object({
    read: z.union([z.object({ ids: z.array(Id) }), z.object({ before: Timestamp, types: z.array(NotificationType) })]),
    unread: Count,
    unseen: UnseenCount,
  }),
})

export const notificationSeen = defineEvent({
  type: 'notification.seen',
  topic: 'notifications',
  version: 1,
  producers: ['notify'],
  summary: 'The member saw their notifications up to and including a time. They stay unread',
  data: z.object({ before: Timestamp, unread: Count, unseen: UnseenCount }),
})

export const notificationRemoved = defineEvent({
  type: 'notification.removed',
  topic: 'notifications',
  version: 1,
  producers: ['notify'],
  summary: 'Notifications were removed, because their cause no longer exists or they have expired',
  data: z.object({ ids: z.array(Id), unread: Count, unseen: UnseenCount }),
})
