import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { readMutedSides, sumMutedUnread } from '../conversations/marks/mongo-muted-sides.ts'
import {
  getConversationCollection,
  getOtherMember,
  getUnreadTotalCollection,
} from '../conversations/mongo-conversation-rows.ts'
import { EMPTY_UNREAD_TOTAL } from '../conversations/write/conversation-write.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import type { ReceiptLookup } from './receipt-repository.ts'

/** Creates the lookup on MongoDB. */
export const createMongoReceiptLookup = (mongo: MongoDatabase): ReceiptLookup => ({
  async findMessage(messageId, memberId) {
    const { operationOptions } = mongo
    const message = await getMessageCollection(mongo).findOne(
      { _id: messageId },
      { ...operationOptions, projection: { conversationId: 1, seq: 1 } },
    )
    const conversation =
      message &&
      (await getConversationCollection(mongo).findOne(
        { _id: message.conversationId },
        { ...operationOptions, projection: { members: 1, kind: 1 } },
      ))
    if (!message || !conversation?.members.includes(memberId)) throw new DomainError('message_not_found')
    const otherId = getOtherMember(conversation, memberId)
    return { conversationId: message.conversationId, otherId, seq: message.seq }
  },

  async readUnreadTotal(_id) {
    const total = await getUnreadTotalCollection(mongo).findOne({ _id }, mongo.operationOptions)
    if (!total) return EMPTY_UNREAD_TOTAL
    const muted = sumMutedUnread(await readMutedSides(mongo, [total], new Date()), _id)
    return { messages: total.messages - muted, changeSeq: total.moves }
  },
})
