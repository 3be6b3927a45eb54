import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { getClearedUpTo, getConversationCollection, getOtherMember } from '../conversations/mongo-conversation-rows.ts'
import { getMessageCollection, toShownMessageFilter } from '../messages/mongo-message-rows.ts'
import type { StoreMessageStar } from './star-message.ts'

/** Creates `StoreMessageStar` on MongoDB. */
export const createMongoMessageStars =
  (mongo: MongoDatabase): StoreMessageStar =>
  async ({ messageId: _id, memberId: member, isStarred, at }) => {
    const { operationOptions } = mongo
    const messages = getMessageCollection(mongo)
    const message = await messages.findOne({ _id }, { ...operationOptions, projection: { conversationId: 1 } })
    const conversation =
      message &&
      (await getConversationCollection(mongo).findOne(
        { _id: message.conversationId },
        { ...operationOptions, projection: { members: 1, kind: 1, cleared: 1 } },
      ))
    if (!conversation?.members.includes(member) || getOtherMember(conversation, member) === null)
      throw new DomainError('message_not_found')
    if (!isStarred) {
      await messages.updateOne({ _id }, { $pull: { stars: { member } } }, operationOptions)
      return
    }
    const shown = {
      _id,
      deletedAt: null,
      messageType: { $ne: 'system' as const },
      seq: { $gt: getClearedUpTo(conversation, member) },
      ...toShownMessageFilter(member, at),
    }
    const { matchedCount } = await messages.updateOne(
      { ...shown, 'stars.member': { $ne: member } },
      { $push: { stars: { member, starredAt: at } } },
      { ...operationOptions, hint: '_id_' },
    )
    const isThere = matchedCount > 0 || (await messages.findOne(shown, { ...operationOptions, hint: '_id_' }))
    if (!isThere) throw new DomainError('message_not_found')
  }
