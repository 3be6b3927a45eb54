import type { MongoDatabase } from '@meadow/storage'
import { changeMessage } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { type ReactionRepository, reactionRule } from './reaction.ts'

export const createMongoReactionRepository = (mongo: MongoDatabase): ReactionRepository => ({
  set: (change) =>
    changeMessage(mongo, change, {
      ...reactionRule,
      async write(tx, { messageId }, { plan, rev }) {
        const reactions = plan.reactions.map((reaction) => ({ ...reaction, createdAt: new Date(reaction.createdAt) }))
        const update = { $set: { reactions, rev } }
        await getMessageCollection(tx).updateOne({ _id: messageId }, update, tx.operationOptions)
      },
    }),
})
