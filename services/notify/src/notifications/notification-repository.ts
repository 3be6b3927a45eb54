import type { DomainEvent, NotificationCounts, NotificationType } from '@meadow/contracts'
import type { Key, Window } from '@meadow/service'
import type { Notification } from './notification.ts'

/** What a change has left unread, and whether it changed anything. */
export type Marked = { unread: number; changed: boolean }

type Announce = (unread: number) => DomainEvent

/** What members are told. Reading is stored with the fact that it causes, or not at all; again, it changes nothing. */
export type NotificationRepository = {
  /** Which, newest first by their last change, with one more than the window's limit. */
  list(memberId: string, window: Window, type?: NotificationType): Promise<Key[]>
  /** Those of them that are there, in the order of `ids`. */
  findMany(ids: readonly string[]): Promise<Notification[]>
  counts(memberId: string): Promise<{ counts: NotificationCounts; unread: NotificationCounts }>
  unread(memberId: string): Promise<number>
  /** @throws notification_not_found when it is none of the member's */
  read(memberId: string, id: string, announce: Announce): Promise<Marked>
  /** Those of these types whose last change was up to and including that moment. */
  readAll(
    memberId: string,
    which: { types: readonly NotificationType[]; before: Date },
    announce: Announce,
  ): Promise<Marked>
}
