import type { MongoDatabase } from '@meadow/storage'
import { getConversationCollection, getOtherMember } from '../../conversations/mongo-conversation-rows.ts'
import { getMessageCollection, getMessageEditCollection } from '../mongo-message-rows.ts'
import type { ReadMessageTexts } from './message-versions.ts'

/** Creates `ReadMessageTexts` on MongoDB. */
export const createMongoMessageTexts =
  (mongo: MongoDatabase): ReadMessageTexts =>
  async (messageId, viewer) => {
    const { operationOptions } = mongo
    const message = await getMessageCollection(mongo).findOne({ _id: messageId }, operationOptions)
    if (!message) return undefined
    const conversation = await getConversationCollection(mongo).findOne(
      { _id: message.conversationId },
      { ...operationOptions, projection: { members: 1, kind: 1 } },
    )
    if (!conversation?.members.includes(viewer._id) || getOtherMember(conversation, viewer._id) === null)
      return undefined
    const edits = getMessageEditCollection(mongo).find({ messageId }, operationOptions).sort({ editedAt: -1 })
    const { content, facets = [], createdAt, editedAt, deletedAt } = message
    return { message: { content, facets, createdAt, editedAt, deletedAt }, earlier: await edits.toArray() }
  }
