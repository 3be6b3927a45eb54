import { appendToMongoOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import type { ConversationAddress, UnreadTotal } from '../conversations/conversation.ts'
import {
  applyConversationChange,
  assertVisibleMember,
  type FoundConversation,
  findConversation,
  findMemberIds,
  withConversationTransaction,
} from '../conversations/mongo-change-conversation.ts'
import {
  getConversationMemberCollection,
  getUnreadTotalCollection,
  toConversationMemberId,
} from '../conversations/mongo-conversation-rows.ts'
import { findConversationOfMessage } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { createMessageReadEvents } from './mark-read.ts'
import {
  EMPTY_UNREAD_TOTAL,
  NOTHING_TO_READ,
  type ReadTarget,
  type ReceiptRepository,
  resolveMark,
} from './receipt-repository.ts'

export const createMongoReceiptRepository = (mongo: MongoDatabase): ReceiptRepository => ({
  async markRead(request) {
    const { target, reader } = request
    const address =
      'messageId' in target ? await findConversationOfMessage(mongo, target.messageId, reader._id) : target
    const memberIds = await findMemberIds(mongo, reader._id, address)
    return withConversationTransaction(mongo, memberIds, async (tx) => {
      const conversation = await findConversation(tx, reader._id, address)
      if (!conversation) {
        await assertNothingToRead(tx, reader._id, address)
        return { ...NOTHING_TO_READ, total: await readUnreadTotal(tx, reader._id) }
      }
      const { _id: conversationId, other: otherId } = conversation
      const readUpTo = conversation.marks[reader._id]?.readUpTo ?? 0
      const upToSeq = resolveMark(await findTargetSeq(tx, target, conversation), conversation, readUpTo)
      const unreadBefore = await readUnreadCount(tx, conversation)
      if (upToSeq === undefined) {
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
      await appendToMongoOutbox(tx, createMessageReadEvents(result, request))
      return result
    })
  },

  async markDelivered({ _id: memberId }, address, upToSeq) {
    return withConversationTransaction(mongo, await findMemberIds(mongo, memberId, address), async (tx) => {
      const conversation = await findConversation(tx, memberId, address)
      if (!conversation) return undefined
      const upTo = resolveMark(upToSeq, conversation, conversation.marks[memberId]?.deliveredUpTo ?? 0)
      if (upTo === undefined) return undefined
      const { rev } = await applyConversationChange(tx, conversation, { marks: { deliveredUpTo: upTo } })
      return { upToSeq: upTo, rev }
    })
  },

  readUnreadTotal: (memberId) => readUnreadTotal(mongo, memberId),
})

/** @throws member_not_found if the other member is not visible, not_found if there is no conversation with this id */
async function assertNothingToRead(tx: MongoDatabase, reader: string, address: ConversationAddress): Promise<void> {
  if (!('otherId' in address)) throw new DomainError('not_found')
  await assertVisibleMember(tx, reader, address.otherId)
}

/** Returns the `seq` up to which messages are to be marked as read. */
async function findTargetSeq(tx: MongoDatabase, target: ReadTarget, { seq }: FoundConversation): Promise<number> {
  if (!('messageId' in target)) return seq
  const options = { ...tx.operationOptions, projection: { seq: 1 } }
  const message = await getMessageCollection(tx).findOne({ _id: target.messageId }, options)
  return message?.seq ?? 0
}

async function readUnreadCount(tx: MongoDatabase, { _id, member, other }: FoundConversation): Promise<number> {
  const options = { ...tx.operationOptions, projection: { unread: 1 } }
  const sideId = toConversationMemberId(member, other ?? _id)
  const row = await getConversationMemberCollection(tx).findOne({ _id: sideId }, options)
  return row?.unread ?? 0
}

/** Counts the messages of other members after a `seq` that are not deleted. */
async function countUnreadAfter(
  tx: MongoDatabase,
  { _id, member, seq }: FoundConversation,
  afterSeq: number,
): Promise<number> {
  if (afterSeq === seq) return 0
  const filter = { conversationId: _id, seq: { $gt: afterSeq }, senderId: { $ne: member }, deletedAt: null }
  return getMessageCollection(tx).countDocuments(filter, { ...tx.operationOptions, hint: 'by_place' })
}

async function readUnreadTotal(mongo: MongoDatabase, _id: string): Promise<UnreadTotal> {
  const total = await getUnreadTotalCollection(mongo).findOne({ _id }, mongo.operationOptions)
  return total ? { messages: total.messages, changeSeq: total.moves } : EMPTY_UNREAD_TOTAL
}
