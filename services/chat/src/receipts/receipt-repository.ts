import type { ConversationAddress, UnreadTotal } from '../conversations/conversation.ts'
import type { ConversationWriter, DeliveryMark, ReadResult } from '../conversations/write/conversation-write.ts'

/** The messages to mark as read: up to and including a message, or all messages of a conversation. */
export type ReadTarget = { messageId: string } | ConversationAddress

/** A request to mark messages as read. `eventId` is the id of the `message.read` event. */
type ReadRequest = { target: ReadTarget; reader: { _id: string }; at: Date; eventId: string }

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

/** Looks up what receipts need, in a store. */
export type ReceiptLookup = {
  /** Finds the conversation of a message, and its `seq`. @throws message_not_found for others than its members */
  findMessage(messageId: string, memberId: string): Promise<{ conversationId: string; seq: number }>
  readUnreadTotal(memberId: string): Promise<UnreadTotal>
}

/** Creates the receipt repository. A read mark of a message goes to the conversation that was found with it. */
export function createReceiptRepository(
  writer: Pick<ConversationWriter, 'markRead' | 'markDelivered'>,
  lookup: ReceiptLookup,
): ReceiptRepository {
  return {
    async markRead({ target, reader: { _id: memberId }, at, eventId }) {
      const mark = { memberId, at, eventId }
      if (!('messageId' in target)) return writer.markRead({ ...mark, address: target, upToSeq: undefined })
      const { conversationId, seq } = await lookup.findMessage(target.messageId, memberId)
      return writer.markRead({ ...mark, address: { foundId: conversationId }, upToSeq: seq })
    },
    markDelivered: ({ _id: memberId }, address, upToSeq) => writer.markDelivered({ memberId, address, upToSeq }),
    readUnreadTotal: (memberId) => lookup.readUnreadTotal(memberId),
  }
}
