import type { EndedMemberSessions, NotificationType } from '@meadow/contracts'
import type { Notification } from '../../notifications/notification.ts'
import type { PushMessage } from '../push-payload.ts'

/** The pushes of a member that were read: notifications or messages by id, types up to a time, or messages of a sender or a group. */
export type ReadPushes = { memberId: string } & (
  | { referenceIds: readonly string[] }
  | { types: readonly NotificationType[]; before: Date }
  | { senderId: string; upToSeq: number }
)

/** Queues pushes in the transaction of their cause. The commit wakes the sender. */
export type PushWriter = {
  /** Queues the push of each notification for the subscriptions of its member, if the preferences allow it. */
  enqueueNotifications(notifications: readonly Notification[]): Promise<void>
  /** Returns those of the members who have a subscription. */
  findSubscribedMembers(memberIds: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Queues the push of each message, oldest first, unless the members cannot see each other, the member mutes the
   * sender, or the preferences exclude it.
   */
  enqueueMessages(messages: readonly PushMessage[]): Promise<void>
  /** Drops pushes that wait although they were read, and closes those that a device shows. */
  closeRead(read: readonly ReadPushes[], at: Date): Promise<void>
  /** Removes the subscription of a session. */
  removeForSession(sessionId: string): Promise<void>
  /** Removes the subscriptions of the sessions of a member that ended together. */
  removeForSessions(ended: EndedMemberSessions): Promise<void>
  /** Removes the subscriptions of a member. */
  removeForMember(memberId: string): Promise<number>
}
