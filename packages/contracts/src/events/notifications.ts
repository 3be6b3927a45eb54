import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { NotificationType, NotificationView } from '../shapes/notification.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** Subject of all of these: who is notified. `unread` is how many of theirs are unread after it. From notify. */
export const notificationCreated = defineEvent({
  type: 'notification.created',
  topic: 'notifications',
  version: 1,
  /** Also told when one more did the same: then it is the same notification, newer. */
  data: z.object({ notification: NotificationView, unread: Count }),
})

/** Some were read: these, or all of these types up to and including a moment. */
export const notificationRead = defineEvent({
  type: 'notification.read',
  topic: 'notifications',
  version: 1,
  data: z.object({
    read: z.union([z.object({ ids: z.array(Id) }), z.object({ before: Timestamp, types: z.array(NotificationType) })]),
    unread: Count,
  }),
})

/** Some are no longer there, because what they told of is not. */
export const notificationRemoved = defineEvent({
  type: 'notification.removed',
  topic: 'notifications',
  version: 1,
  data: z.object({ ids: z.array(Id), unread: Count }),
})
