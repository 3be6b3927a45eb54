import type { NotificationCounts, NotificationType } from '@meadow/contracts'
import type { KeysetKey, KeysetWindow } from '@meadow/service'
import type { UnreadCounts } from '../counters/postgres-counters.ts'
import type { Notification } from './notification.ts'

/** Reads notifications and marks them as read. A change is stored together with its event, and once. */
export type NotificationRepository = {
  /** Returns the keys of a page, last changed first. Returns one more than the window's limit if there are more. */
  list(memberId: string, window: KeysetWindow, type?: NotificationType): Promise<KeysetKey[]>
  /** Returns the existing notifications of `ids`, in this order. */
  findMany(ids: readonly string[]): Promise<Notification[]>
  getCounts(memberId: string): Promise<{ counts: NotificationCounts; unread: NotificationCounts }>
  getUnreadCounts(memberId: string): Promise<UnreadCounts>
  /** Returns the unread counts after the change. @throws notification_not_found for notifications of other members */
  markRead(memberId: string, id: string, at: Date): Promise<UnreadCounts>
  /** Marks notifications of these types that last changed up to `before`, inclusive. Returns the unread counts. */
  markAllRead(
    memberId: string,
    selection: { types: readonly NotificationType[]; before: Date },
    at: Date,
  ): Promise<UnreadCounts>
  /** Sets the time up to which the member has seen notifications (`toSeenAt`). Returns the unread counts. */
  markSeen(memberId: string, before: Date, at: Date): Promise<UnreadCounts>
  /**
   * Deletes a batch of notifications that last changed before `before`, and publishes their removal. Returns true if there
   * may be more.
   */
  deleteExpired(before: Date, at: Date): Promise<boolean>
}
