import { type DomainEvent, type EventOf, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { UnreadCounts } from '../counters/postgres-counters.ts'
import { type Notification, toNotificationView } from './notification.ts'

/** The member of an event, the unread counts after the change, and the event's id and time. */
export type NotificationEventStamp = { memberId: string; counts: UnreadCounts; id: string; at: Date }

const toEventBase = ({ memberId, id, at }: NotificationEventStamp) => ({
  source: 'notify',
  subject: memberId,
  id,
  time: at,
})

/** Creates the event of a new notification, or of a new actor in it. */
export const createNotificationCreatedEvent = (
  notification: Notification,
  stamp: NotificationEventStamp,
): DomainEvent =>
  createEvent(events.notificationCreated, {
    ...toEventBase(stamp),
    data: { notification: toNotificationView(notification), ...stamp.counts },
  })

/** The notifications that a member marked as read: some by id, or all of some types up to a time. */
export type ReadSelection = EventOf<typeof events.notificationRead>['data']['read']

export const createNotificationReadEvent = (read: ReadSelection, stamp: NotificationEventStamp): DomainEvent =>
  createEvent(events.notificationRead, { ...toEventBase(stamp), data: { read, ...stamp.counts } })

export const createNotificationSeenEvent = (seenAt: Date, stamp: NotificationEventStamp): DomainEvent =>
  createEvent(events.notificationSeen, {
    ...toEventBase(stamp),
    data: { before: seenAt.toISOString(), ...stamp.counts },
  })

export const createNotificationRemovedEvent = (ids: string[], stamp: NotificationEventStamp): DomainEvent =>
  createEvent(events.notificationRemoved, { ...toEventBase(stamp), data: { ids, ...stamp.counts } })
