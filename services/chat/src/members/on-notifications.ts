import { events } from '@meadow/contracts'
import type { Handler } from '@meadow/events'
import type { Tell } from '../hints/hint.ts'
import { type OnNews, onNews } from '../hints/on-news.ts'

type Parts = OnNews & { tell: Tell }

/** Notifications as the sockets of their member hear of them, each with how many are unread after it. */
export function notificationHandlers({ tell, now }: Parts): Handler<unknown>[] {
  const tellUnread = (member: string, notifications: number) =>
    tell({ to: { member }, name: 'unread', payload: { notifications } })

  return [
    onNews({ now }, events.notificationCreated, ({ subject: member, data }) => {
      tell({ to: { member }, name: 'notification', payload: data.notification })
      tellUnread(member, data.unread)
    }),
    onNews({ now }, events.notificationRead, ({ subject: member, data }) => {
      tell({ to: { member }, name: 'notificationRead', payload: data.read })
      tellUnread(member, data.unread)
    }),
    onNews({ now }, events.notificationRemoved, ({ subject: member, data }) => tellUnread(member, data.unread)),
  ]
}
