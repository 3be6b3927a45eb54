import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { toConversationEventFields } from '../../messages/message.ts'
import type { ConversationAddress, UnreadTotal } from '../conversation.ts'

/** A device of `memberId` has received the messages of a conversation up to and including `upToSeq`. */
export type Delivery = { memberId: string; address: ConversationAddress; upToSeq: number }

/** A new delivery mark, and the `rev` after it. */
export type DeliveryMark = { upToSeq: number; rev: number }

/**
 * A read mark to set: `memberId` has read the messages of a conversation up to and including `upToSeq`, or all of them if it is
 * undefined. `foundId` is a conversation of any kind that was found by one of its messages; `memberId` is a member of it.
 * `eventId` is the id of the `message.read` event.
 */
export type Read = {
  memberId: string
  address: ConversationAddress | { foundId: string }
  upToSeq: number | undefined
  at: Date
  eventId: string
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

/** Returns the event of a read. Only direct conversations have one: `message.read` names the other member. */
export const createMessageReadEvents = (
  { conversationId, otherId, upToSeq, rev }: ReadResult,
  { memberId: readerId, at, eventId }: Pick<Read, 'memberId' | 'at' | 'eventId'>,
): DomainEvent[] =>
  otherId
    ? [
        createEvent(events.messageRead, {
          ...toConversationEventFields(conversationId, { id: eventId, time: at }),
          data: { readerId, otherId, upToSeq, rev },
        }),
      ]
    : []
