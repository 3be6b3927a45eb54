import { type DomainEvent, type EventOf, events } from '@meadow/contracts'
import { announce } from '@meadow/events'
import { newId } from '@meadow/service'
import { type Notification, toNotificationView } from './notification.ts'

/** How things are with a member at that time. */
type Told = { memberId: string; unread: number; at: Date }

const about = ({ memberId, at }: Told) => ({ source: 'notify', subject: memberId, id: newId(at), time: at })

/** The fact that a member is told something, or that one more did it. */
export const created = (notification: Notification, told: Told): DomainEvent =>
  announce(events.notificationCreated, {
    ...about(told),
    data: { notification: toNotificationView(notification), unread: told.unread },
  })

export type Read = EventOf<typeof events.notificationRead>['data']['read']

/** The fact that a member has read some. */
export const read = (what: Read, told: Told): DomainEvent =>
  announce(events.notificationRead, { ...about(told), data: { read: what, unread: told.unread } })

/** The fact that some are no longer there. */
export const removed = (ids: string[], told: Told): DomainEvent =>
  announce(events.notificationRemoved, { ...about(told), data: { ids, unread: told.unread } })
