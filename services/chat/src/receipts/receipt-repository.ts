import type { ConversationAddress, ConversationState, UnreadTotal } from '../conversations/conversation.ts'

/** The messages to mark as read: up to and including a message, or all messages of a conversation. */
export type ReadTarget = { messageId: string } | ConversationAddress

/** A request to mark messages as read. `eventId` is the id of the `message.read` event. */
export type ReadRequest = { target: ReadTarget; reader: { _id: string }; at: Date; eventId: string }

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

/** A new delivery mark, and the `rev` after it. */
export type DeliveryMark = { upToSeq: number; rev: number }

/** Read and delivery marks of members. Marks only move forward; marks and unread counts change in one transaction. */
export type ReceiptRepository = {
  /**
   * Moves the reader's mark and stores the event with it.
   * @throws message_not_found, member_not_found; not_found if the reader is not a member of a conversation with this id
   */
  markRead(request: ReadRequest): Promise<ReadResult>
  /** Moves the delivery mark of `member`, at most to the newest message. Returns undefined if it was already there. */
  markDelivered(
    member: { _id: string },
    address: ConversationAddress,
    upToSeq: number,
  ): Promise<DeliveryMark | undefined>
  /** Returns the unread total of a member. Deleted messages do not count. */
  readUnreadTotal(memberId: string): Promise<UnreadTotal>
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
 * Returns the `seq` to which the mark of a member moves: forward only, and at most to the newest message. Undefined if it is
 * already there. Read and delivery marks follow the same rule.
 */
export function resolveMark(
  upToSeq: number,
  { seq }: Pick<ConversationState, 'seq'>,
  mark: number,
): number | undefined {
  const upTo = Math.min(upToSeq, seq)
  return upTo > mark ? upTo : undefined
}
