import { events } from '@meadow/contracts'
import type { EventHandler } from '@meadow/events'
import type { Push } from '../push/push-bus.ts'
import { onRecentEvent } from './recent-event.ts'

/** Creates the handlers that push notifications to their member, each with the unread count after it. */
export function createNotificationEventHandlers({
  push,
  now,
}: {
  push: Push
  now: () => Date
}): EventHandler<unknown>[] {
  const pushUnreadCount = (member: string, notifications: number) =>
    push({ to: { member }, name: 'unread', payload: { notifications } })

  return [
    onRecentEvent(now, events.notificationCreated, ({ subject: member, data }) => {
      push({ to: { member }, name: 'notification', payload: data.notification })
      pushUnreadCount(member, data.unread)
    }),
    onRecentEvent(now, events.notificationRead, ({ subject: member, data }) => {
      push({ to: { member }, name: 'notificationRead', payload: data.read })
      pushUnreadCount(member, data.unread)
    }),
    onRecentEvent(now, events.notificationRemoved, ({ subject: member, data }) => pushUnreadCount(member, data.unread)),
  ]
}
