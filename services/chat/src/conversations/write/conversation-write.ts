import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { type Message, toConversationEventFields } from '../../messages/message.ts'
import type { ConversationAddress, MemberMarks, RequestState, UnreadTotal } from '../conversation.ts'
import type { LockedConversation } from './change-conversation.ts'
import { type NewMessage, type SentMessage, type StoreMessage, toSentMessage } from './new-message.ts'

/**
 * Writes messages and marks. Each write, the counters of all members and its event are stored in one transaction; writes of the
 * same time may share it.
 */
export type ConversationWriter = {
  sendMessage: StoreMessage
  /** Moves a delivery mark, at most to the newest message. Returns undefined if it was already there. */
  markDelivered(delivery: Delivery): Promise<DeliveryMark | undefined>
  /** Moves a read mark, at most to the newest message. @throws member_not_found, not_found */
  markRead(read: Read): Promise<ReadResult>
}

/** The result of a write. */
export type WriteResult = SentMessage | DeliveryMark | undefined | ReadResult

export type MessageWrite = { kind: 'message'; message: NewMessage; sender: Actor; address: ConversationAddress }
export type DeliveryWrite = { kind: 'delivery' } & Delivery
export type ReadWrite = { kind: 'read' } & Read

/** A message to send, or a mark to move. */
export type ConversationWrite = MessageWrite | DeliveryWrite | ReadWrite

/**
 * A conversation before a batch, with the marks of its members. `otherId` is the other member of a direct conversation. `isMuted`: the member
 * mutes it now. `disappearAfter` is the number of seconds after which new messages disappear. `request`: the
 * state of a message request. `groupName` is the name of a group.
 */
export type BatchConversation = Omit<LockedConversation, 'members'> & {
  otherId: string | null
  disappearAfter?: number | null | undefined
  groupName?: string | null | undefined
  members: readonly (MemberMarks & { _id: string; isMuted?: boolean; request?: RequestState | null })[]
}

/** The data that decides on a message, and how its view shows the members. Read after the conversations were locked. */
export type MessageContext = {
  /** The sender may see the recipient: neither has blocked the other, and the account is active. True without a recipient. */
  isVisible: boolean
  /** Undefined if one of them is unknown. */
  participants: Pick<Message, 'sender' | 'recipient'> | undefined
  /** The members of a group with whom the sender has a block, who get nothing of it. */
  hiddenIds?: readonly string[]
  /** The stored message of the sender with the same `clientMessageId`. */
  original: { _id: string; fingerprint: string } | undefined
}

/** The unread messages of a reader: in the conversation, those of them after `upToSeq`, and in all conversations. */
export type ReadContext = { unreadCount: number; unreadAfter: number; total: UnreadTotal }

/**
 * A write with the data that decides on it. `conversation` is undefined if the member has no such conversation, or if another
 * transaction holds it.
 */
export type BatchEntry = { conversation: BatchConversation | undefined } & (
  | (MessageWrite & { context: MessageContext })
  | (ReadWrite & { context: ReadContext })
  | DeliveryWrite
)

/** A new message, the message as it will be stored, and the members who get it, of whom `mutedBy` mute the conversation. */
export type PlannedMessage = MessageWrite & {
  stored: Message
  recipientIds: readonly string[]
  mutedBy: readonly string[]
  groupName?: string | undefined
  /** The message is in a request, of which the recipients hear in the list of requests alone. */
  isRequest: boolean
  /** The message answers a request, and so accepts it. */
  endsRequest: boolean
}

/** The decision on one write of a batch. */
export type PlannedOutcome =
  | { kind: 'sent'; planned: PlannedMessage }
  | { kind: 'repeated'; messageId: string }
  /** `mark` is undefined if it was already there. */
  | { kind: 'delivered'; mark: DeliveryMark | undefined }
  /** The total of the result is the one before the batch. */
  | { kind: 'read'; memberId: string; result: ReadResult }
  | { kind: 'refused'; error: unknown }
  /** There is no conversation that the batch could lock. */
  | { kind: 'unlocked' }

/** A device of `memberId` has received the messages of a conversation up to and including `upToSeq`. */
type Delivery = { memberId: string; address: ConversationAddress; upToSeq: number }

/** A new delivery mark, and the `rev` after it. */
export type DeliveryMark = { upToSeq: number; rev: number }

/**
 * A read mark to set: `memberId` has read the messages of a conversation up to and including `upToSeq`, or all of them if it is
 * undefined. `foundId` is a conversation of any kind that was found by one of its messages; `memberId` is a member of it.
 * `eventId` is the id of the `message.read` event. `isHidden`: the other member must not notice, because one of the two hides read marks. In a group
 * that is always so, since those who may not see a mark would notice the new `rev`.
 */
export type Read = {
  memberId: string
  address: ConversationAddress | { foundId: string }
  upToSeq: number | undefined
  at: Date
  eventId: string
  isHidden?: boolean
}

/**
 * The reader's mark and unread counts after the request. `isChanged` is false if the mark was already there. `otherId` is the
 * other member of a direct conversation.
 */
export type ReadResult = {
  conversationId: string
  otherId: string | null
  upToSeq: number
  rev: number
  unreadCount: number
  total: UnreadTotal
  isChanged: boolean
}

export const EMPTY_UNREAD_TOTAL: UnreadTotal = { messages: 0, changeSeq: 0 }

/** The result of reading a conversation that does not exist yet. */
export const NOTHING_TO_READ: Omit<ReadResult, 'total'> = {
  conversationId: '',
  otherId: null,
  upToSeq: 0,
  rev: 0,
  unreadCount: 0,
  isChanged: false,
}

/**
 * Returns the `seq` to which the mark of a member moves: forward only, and at most to the newest message, `seq`. Undefined if it
 * is already there. Read and delivery marks follow the same rule.
 */
export function resolveMark(upToSeq: number, { seq }: { seq: number }, mark: number): number | undefined {
  const upTo = Math.min(upToSeq, seq)
  return upTo > mark ? upTo : undefined
}

/** Returns the event of a read: that of a direct conversation names the other member. */
export const createMessageReadEvent = (
  { conversationId, otherId, upToSeq, rev }: ReadResult,
  { memberId: readerId, at, eventId }: Pick<Read, 'memberId' | 'at' | 'eventId'>,
): DomainEvent => {
  const fields = toConversationEventFields(conversationId, { id: eventId, time: at })
  return otherId
    ? createEvent(events.messageRead, { ...fields, data: { readerId, otherId, upToSeq, rev } })
    : createEvent(events.groupMessagesRead, { ...fields, data: { readerId, groupId: conversationId, upToSeq, rev } })
}

/** Returns the member who writes. */
export const getWriterId = (write: ConversationWrite): string =>
  write.kind === 'message' ? write.sender._id : write.memberId

/**
 * Returns the result of a write. `totals` are the unread totals after the batch, of the members whose conversations it has
 * changed; `repeated` are the first messages of repeats, by id.
 * @throws the error of a refused message
 */
export function toWriteResult(
  outcome: PlannedOutcome,
  totals: ReadonlyMap<string, UnreadTotal> = new Map(),
  repeated: ReadonlyMap<string, Message> = new Map(),
): WriteResult {
  switch (outcome.kind) {
    case 'sent':
      return toSentMessage(outcome.planned, totals)
    case 'delivered':
      return outcome.mark
    case 'read':
      return { ...outcome.result, total: totals.get(outcome.memberId) ?? outcome.result.total }
    case 'refused':
      throw outcome.error
    case 'repeated': {
      const message = repeated.get(outcome.messageId)
      if (!message) throw new Error('The first message of a repeat does not exist')
      return { message, recipients: [] }
    }
    case 'unlocked':
      throw new Error('The conversation of a write was not locked')
  }
}
