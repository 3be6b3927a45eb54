import { DomainError } from '@meadow/service'

/**
 * A conversation as the transaction of a change found it; `member` is the one who acts. In PostgreSQL its row is locked
 * until the transaction ends.
 */
export type LockedConversation = {
  _id: string
  member: string
  other: string
  seq: number
  rev: number
}

/**
 * A conversation as one of its members has it. `unreadCount` may be of a later `rev`, never of an earlier one. `readUpTo`
 * and `deliveredUpTo` are those of the other member, `viewerReadUpTo` and `viewerDeliveredUpTo` those of the viewer.
 */
export type ConversationState = {
  _id: string
  seq: number
  rev: number
  viewerReadUpTo: number
  viewerDeliveredUpTo: number
  unreadCount: number
  readUpTo: number
  deliveredUpTo: number
}

/** The unread messages of a member in all conversations, and the `changeSeq` of that member at this count. */
export type UnreadTotal = { messages: number; changeSeq: number }

/**
 * A change of a conversation: every change increments `rev`.
 * `message` is a new message, with the time at which it was written. `unread` adds `by` to the unread count of `of`.
 */
export type ConversationChange = {
  message?: { _id: string; at: Date }
  unread?: { of: string; by: number }
}

/** The conversation after a change. `unread` is the total of the member whose unread count was changed. */
export type AppliedChange = { seq: number; rev: number; at: Date; unread: UnreadTotal | undefined }

/** Visibility and follows between two members. */
export type Relationship = { isVisible: boolean; isMutual: boolean }

/** Returns two member ids in the order in which a conversation stores them. */
export const orderMemberIds = (one: string, other: string): [low: string, high: string] =>
  one < other ? [one, other] : [other, one]

/** A conversation to store: `sides` has one entry for the list of each member. */
export type NewConversation = {
  _id: string
  members: [low: string, high: string]
  sides: [member: string, other: string][]
  createdAt: Date
}

/** Returns the conversation that the first message between two members opens. */
export function openConversation(_id: string, one: string, other: string, createdAt: Date): NewConversation {
  const [low, high] = orderMemberIds(one, other)
  return {
    _id,
    members: [low, high],
    sides: [
      [low, high],
      [high, low],
    ],
    createdAt,
  }
}

/** Applies the block policy: a member across a block, or one who is gone, does not exist. @throws member_not_found */
export function assertVisible(isVisible: boolean): void {
  if (!isVisible) throw new DomainError('member_not_found')
}

/**
 * Allows a message between mutual followers, and in an existing conversation even without follows.
 * @throws member_not_found across a block, not_mutual
 */
export function assertCanSend({ isVisible, isMutual }: Relationship, hasConversation: boolean): void {
  assertVisible(isVisible)
  if (!hasConversation && !isMutual) throw new DomainError('not_mutual')
}
