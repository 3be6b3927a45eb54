import * as z from 'zod'
import { defineSocketMessage } from '../define-socket-message.ts'
import { NotificationType, NotificationView } from '../shapes/notification.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** To the sockets of the one member whom it concerns. */
export const notification = defineSocketMessage({
  to: 'client',
  name: 'notification',
  summary: 'The member is told something; or one more did the same, then it is a notification that is known already',
  payload: NotificationView,
})

export const notificationRead = defineSocketMessage({
  to: 'client',
  name: 'notificationRead',
  summary: 'Notifications were read on another device: these, or all of these types up to and including a moment',
  payload: z.union([z.object({ ids: z.array(Id) }), z.object({ before: Timestamp, types: z.array(NotificationType) })]),
})

export const unread = defineSocketMessage({
  to: 'client',
  name: 'unread',
  summary:
    'How many notifications, or messages, or both, are unread now: what is not named has not moved. `moves` comes with messages: fewer are late',
  payload: z.object({ notifications: Count.optional(), messages: Count.optional(), moves: Count.optional() }),
})

export const followUpdated = defineSocketMessage({
  to: 'client',
  name: 'followUpdated',
  summary: 'The member follows somebody, or no longer does, by whichever device',
  payload: z.object({ userId: Id, isFollowing: z.boolean(), followerCount: Count }),
})
