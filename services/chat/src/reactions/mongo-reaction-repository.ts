import { appendToMongoOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { moveConversation } from '../conversations/mongo-move-conversation.ts'
import { changeMessage } from '../messages/mongo-change-message.ts'
import { readMessage } from '../messages/mongo-read-messages.ts'
import { messagesIn } from '../messages/mongo-rows.ts'
import { react } from './reaction.ts'
import type { ReactionRepository } from './reaction-repository.ts'

export const mongoReactions = (mongo: MongoDatabase): ReactionRepository => ({
  set: (wanted, announce) =>
    changeMessage(mongo, wanted.messageId, wanted.by, async ({ tx, conversation, message, isOpen }) => {
      if (message.deletedAt) throw new DomainError('message_not_found')
      if (wanted.there && !isOpen) throw new DomainError('member_not_found')
      const reaction = { user: wanted.by._id, emoji: wanted.emoji, createdAt: wanted.at.toISOString() }
      const reactions = react(message.reactions, reaction, wanted.there)
      if (reactions === message.reactions) return { message, changed: false }
      const { rev } = await moveConversation(tx, conversation, {})
      const kept = reactions.map((one) => ({ ...one, createdAt: new Date(one.createdAt) }))
      await messagesIn(tx).updateOne({ _id: message._id }, { $set: { reactions: kept, rev } }, tx.operationOptions)
      await appendToMongoOutbox(tx, announce(message, rev))
      return { message: await readMessage(tx, message._id), changed: true }
    }),
})
