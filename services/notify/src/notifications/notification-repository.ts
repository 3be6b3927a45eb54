import type { NotificationCounts, NotificationType } from '@meadow/contracts'
import type { KeysetKey, KeysetWindow } from '@meadow/service'
import type { Notification } from './notification.ts'

/** Reads notifications and marks them as read. A change is stored together with its event, and once. */
export type NotificationRepository = {
  /** Returns the keys of a page, last changed first. Returns one more than the window's limit if there are more. */
  list(memberId: string, window: KeysetWindow, type?: NotificationType): Promise<KeysetKey[]>
  /** Returns the existing notifications of `ids`, in this order. */
  findMany(ids: readonly string[]): Promise<Notification[]>
  getCounts(memberId: string): Promise<{ counts: NotificationCounts; unread: NotificationCounts }>
  getUnreadCount(memberId: string): Promise<number>
  /** Returns the unread count after the change. @throws notification_not_found for notifications of other members */
  markRead(memberId: string, id: string, at: Date): Promise<number>
  /** Marks notifications of these types that last changed up to `before`, inclusive. Returns the unread count. */
  markAllRead(
    memberId: string,
    selection: { types: readonly NotificationType[]; before: Date },
    at: Date,
  ): Promise<number>
  /**
   * Deletes a batch of notifications that last changed before `before`, and publishes their removal. Returns true if there
   * may be more.
   */
  deleteExpired(before: Date, at: Date): Promise<boolean>
}
