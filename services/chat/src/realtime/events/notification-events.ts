import { events } from '@meadow/contracts'
import type { EventHandler } from '@meadow/events'
import type { Push } from '../push/push-bus.ts'
import { onRecentEvent } from './recent-event.ts'

/** Creates the handlers that push notifications to their member, each with the unread counts after it. */
export function createNotificationEventHandlers({
  push,
  now,
}: {
  push: Push
  now: () => Date
}): EventHandler<unknown>[] {
  const pushUnreadCounts = (
    member: string,
    { unread: notifications, unseen }: { unread: number; unseen?: number | undefined },
  ) => push({ to: { member }, name: 'unread', payload: { notifications, ...(unseen !== undefined && { unseen }) } })

  return [
    onRecentEvent(now, events.notificationCreated, ({ subject: member, data }) => {
      push({ to: { member }, name: 'notification', payload: data.notification })
      pushUnreadCounts(member, data)
    }),
    onRecentEvent(now, events.notificationRead, ({ subject: member, data }) => {
      push({ to: { member }, name: 'notificationRead', payload: data.read })
      pushUnreadCounts(member, data)
    }),
    onRecentEvent(now, events.notificationSeen, ({ subject: member, data }) => pushUnreadCounts(member, data)),
    onRecentEvent(now, events.notificationRemoved, ({ subject: member, data }) => pushUnreadCounts(member, data)),
  ]
}
