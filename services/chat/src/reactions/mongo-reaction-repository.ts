import { appendToMongoOutbox } from '@meadow/events'
import type { MongoDatabase } from '@meadow/storage'
import { applyConversationChange } from '../conversations/mongo-change-conversation.ts'
import { changeMessage } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { readMessage } from '../messages/mongo-read-messages.ts'
import { changeReactions, createMessageReactedEvent } from './reaction.ts'
import type { ReactionRepository } from './reaction-repository.ts'

export const createMongoReactionRepository = (mongo: MongoDatabase): ReactionRepository => ({
  set: (change) =>
    changeMessage(mongo, change.messageId, change.by, async ({ tx, conversation, message, isOpen }) => {
      const changed = changeReactions(message, change, isOpen)
      if (changed === message.reactions) return { message, isChanged: false }
      const { rev } = await applyConversationChange(tx, conversation)
      const reactions = changed.map((reaction) => ({ ...reaction, createdAt: new Date(reaction.createdAt) }))
      const update = { $set: { reactions, rev } }
      await getMessageCollection(tx).updateOne({ _id: message._id }, update, tx.operationOptions)
      await appendToMongoOutbox(tx, createMessageReactedEvent(message, change, rev))
      return { message: await readMessage(tx, message._id), isChanged: true }
    }),
})
