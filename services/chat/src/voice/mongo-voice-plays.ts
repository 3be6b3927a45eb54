import type { MongoDatabase } from '@meadow/storage'
import { changeMessage } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { type StoreVoicePlay, voicePlayRule } from './voice-play.ts'

/** Creates `StoreVoicePlay` on MongoDB. */
export const createMongoVoicePlays =
  (mongo: MongoDatabase): StoreVoicePlay =>
  (play) =>
    changeMessage(mongo, play, {
      ...voicePlayRule,
      async write(tx, { messageId: _id, by, at, isHidden }, { rev }) {
        const update = {
          $push: { plays: { member: by._id, playedAt: at } },
          ...(!isHidden && { $set: { rev } }),
        }
        await getMessageCollection(tx).updateOne({ _id }, update, tx.operationOptions)
      },
    })
