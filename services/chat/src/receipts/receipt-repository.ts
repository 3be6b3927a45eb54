import type { SharedSignals } from '@meadow/members'
import type { ConversationAddress, UnreadTotal } from '../conversations/conversation.ts'
import type { ConversationWriter, DeliveryMark, ReadResult } from '../conversations/write/conversation-write.ts'

/** The messages to mark as read: up to and including a message, or all messages of a conversation. */
export type ReadTarget = { messageId: string } | ConversationAddress

/** A request to mark messages as read. `eventId` is the id of the `message.read` event. */
type ReadRequest = {
  target: ReadTarget
  reader: { _id: string }
  at: Date
  eventId: string
  isOpen: IsOpen
  /** Decides whether the other member of a direct conversation must not notice the mark. By default they may. */
  isHidden?: (otherId: string) => Promise<boolean>
}

type IsOpen = (otherId: string) => Promise<boolean>

/** Read and delivery marks of members. Marks only move forward; marks and unread counts change in one transaction. */
export type ReceiptRepository = {
  /**
   * Moves the reader's mark and stores the event with it. `isOpen` decides by the other member of a direct conversation: across a block
   * the mark stays, and with it what is unread, since the other would see it afterwards.
   * @throws message_not_found, member_not_found; not_found if the reader is not a member of a conversation with this id
   */
  markRead(request: ReadRequest): Promise<ReadResult>
  /** Moves the delivery mark of `member`, at most to the newest message. Returns undefined if it was already there. */
  markDelivered(
    member: { _id: string },
    address: ConversationAddress,
    upToSeq: number,
  ): Promise<DeliveryMark | undefined>
  findMessage: ReceiptLookup['findMessage']
  /** Returns the unread total of a member. Deleted messages do not count. */
  readUnreadTotal(memberId: string): Promise<UnreadTotal>
}

/** Reads what two members show each other: see `readSharedSignals`. */
export type ReadSignals = (one: string, other: string) => Promise<SharedSignals>

/** Looks up what receipts need, in a store. */
export type ReceiptLookup = {
  /** Finds the conversation of a message, the other member of a direct one, and the `seq` of the message. @throws message_not_found for others than its members */
  findMessage(
    messageId: string,
    memberId: string,
  ): Promise<{ conversationId: string; otherId: string | null; seq: number }>
  readUnreadTotal(memberId: string): Promise<UnreadTotal>
}

/** The `seq` before the first message: a mark never moves to it. */
const NOTHING = 0

/** Creates the receipt repository. A read mark of a message goes to the conversation that was found with it. */
export function createReceiptRepository(
  writer: Pick<ConversationWriter, 'markRead' | 'markDelivered'>,
  lookup: ReceiptLookup,
): ReceiptRepository {
  return {
    async markRead({ target, reader: { _id: memberId }, at, eventId, isOpen, isHidden = async () => false }) {
      const mark = { memberId, at, eventId }
      const limit = async (otherId: string | null, upToSeq: number | undefined) =>
        otherId === null || (await isOpen(otherId)) ? upToSeq : NOTHING
      if (!('messageId' in target)) {
        const otherId = 'otherId' in target ? target.otherId : null
        const hidden = otherId !== null && (await isHidden(otherId))
        return writer.markRead({ ...mark, isHidden: hidden, address: target, upToSeq: await limit(otherId, undefined) })
      }
      const { conversationId, otherId, seq } = await lookup.findMessage(target.messageId, memberId)
      const hidden = otherId !== null && (await isHidden(otherId))
      const address = { foundId: conversationId }
      return writer.markRead({ ...mark, isHidden: hidden, address, upToSeq: await limit(otherId, seq) })
    },
    findMessage: lookup.findMessage,
    markDelivered: ({ _id: memberId }, address, upToSeq) => writer.markDelivered({ memberId, address, upToSeq }),
    readUnreadTotal: (memberId) => lookup.readUnreadTotal(memberId),
  }
}
