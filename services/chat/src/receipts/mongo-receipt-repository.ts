import { appendToMongoOutbox } from '@meadow/events'
import type { MongoDatabase } from '@meadow/storage'
import type { UnreadTotal } from '../conversations/conversation.ts'
import {
  applyConversationChange,
  assertVisibleMember,
  type FoundConversation,
  findConversation,
  withConversationTransaction,
} from '../conversations/mongo-change-conversation.ts'
import {
  getConversationMemberCollection,
  getUnreadTotalCollection,
  toConversationMemberId,
} from '../conversations/mongo-conversation-rows.ts'
import { findOtherParticipant } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { createMessageReadEvent } from './mark-read.ts'
import {
  EMPTY_UNREAD_TOTAL,
  NOTHING_TO_READ,
  type ReadTarget,
  type ReceiptRepository,
  resolveDeliveryMark,
} from './receipt-repository.ts'

export const createMongoReceiptRepository = (mongo: MongoDatabase): ReceiptRepository => ({
  async markRead(request) {
    const { target, reader } = request
    const otherId =
      'otherId' in target ? target.otherId : await findOtherParticipant(mongo, target.messageId, reader._id)
    return withConversationTransaction(mongo, reader._id, otherId, async (tx) => {
      const conversation = await findConversation(tx, reader._id, otherId)
      if (!conversation) {
        await assertVisibleMember(tx, reader._id, otherId)
        return { ...NOTHING_TO_READ, total: await readUnreadTotal(tx, reader._id) }
      }
      const conversationId = conversation._id
      const upToSeq = await findTargetSeq(tx, target, conversation)
      const readUpTo = conversation.marks[reader._id]?.readUpTo ?? 0
      const unreadBefore = await readUnreadCount(tx, conversation)
      if (upToSeq <= readUpTo) {
        return {
          conversationId,
          otherId,
          upToSeq: readUpTo,
          rev: conversation.rev,
          unreadCount: unreadBefore,
          total: await readUnreadTotal(tx, reader._id),
          isChanged: false,
        }
      }
      const unreadCount = await countUnreadAfter(tx, conversation, upToSeq)
      const { rev, unread: total = EMPTY_UNREAD_TOTAL } = await applyConversationChange(tx, conversation, {
        marks: { readUpTo: upToSeq, deliveredUpTo: upToSeq },
        unread: { of: reader._id, by: unreadCount - unreadBefore },
      })
      const result = { conversationId, otherId, upToSeq, rev, unreadCount, total, isChanged: true }
      await appendToMongoOutbox(tx, createMessageReadEvent(result, request))
      return result
    })
  },

  markDelivered: (recipient, otherId, upToSeq) =>
    withConversationTransaction(mongo, recipient._id, otherId, async (tx) => {
      const conversation = await findConversation(tx, recipient._id, otherId)
      if (!conversation) return undefined
      const upTo = resolveDeliveryMark(upToSeq, conversation, conversation.marks[recipient._id]?.deliveredUpTo ?? 0)
      if (upTo === undefined) return undefined
      const { rev } = await applyConversationChange(tx, conversation, { marks: { deliveredUpTo: upTo } })
      return { upToSeq: upTo, rev }
    }),

  readUnreadTotal: (memberId) => readUnreadTotal(mongo, memberId),
})

/** Returns the `seq` up to which messages are to be marked as read. */
async function findTargetSeq(tx: MongoDatabase, target: ReadTarget, { seq }: FoundConversation): Promise<number> {
  if ('otherId' in target) return seq
  const options = { ...tx.operationOptions, projection: { seq: 1 } }
  const message = await getMessageCollection(tx).findOne({ _id: target.messageId }, options)
  return message?.seq ?? 0
}

async function readUnreadCount(tx: MongoDatabase, { member, other }: FoundConversation): Promise<number> {
  const options = { ...tx.operationOptions, projection: { unread: 1 } }
  const row = await getConversationMemberCollection(tx).findOne({ _id: toConversationMemberId(member, other) }, options)
  return row?.unread ?? 0
}

/** Counts the messages of the other member after a `seq` that are not deleted. */
async function countUnreadAfter(
  tx: MongoDatabase,
  { _id, other, seq }: FoundConversation,
  afterSeq: number,
): Promise<number> {
  if (afterSeq === seq) return 0
  const filter = { conversationId: _id, seq: { $gt: afterSeq }, senderId: other, deletedAt: null }
  return getMessageCollection(tx).countDocuments(filter, { ...tx.operationOptions, hint: 'by_place' })
}

async function readUnreadTotal(mongo: MongoDatabase, _id: string): Promise<UnreadTotal> {
  const total = await getUnreadTotalCollection(mongo).findOne({ _id }, mongo.operationOptions)
  return total ? { messages: total.messages, changeSeq: total.moves } : EMPTY_UNREAD_TOTAL
}
