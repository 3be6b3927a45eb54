import { type MongoDatabase, type MongoWrite, runMongoWrites } from '@meadow/storage'
import { getEncodingTaskCollection, toEncodingTaskCollection, toEncodingTaskWrite } from '@meadow/voice'
import type { NewMessage } from '../conversations/write/new-message.ts'
import { changeMessage } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { assertFilesClaimed, releaseFiles, toFileClaims } from '../pictures/mongo-message-pictures.ts'
import { hasVoiceTask, type StoreVoiceCompletion, voiceCompletionRule } from './voice-task.ts'

export const voiceTaskCollection = toEncodingTaskCollection('voice_tasks')

/** Returns the write that adds the recording of a new message to those that have to be encoded. */
export const toVoiceTaskWrites = (tx: MongoDatabase, message: NewMessage): MongoWrite[] =>
  hasVoiceTask(message) ? [toEncodingTaskWrite(tx, voiceTaskCollection, message)] : []

/** Creates `StoreVoiceCompletion` on MongoDB. */
export const createMongoVoiceCompletion =
  (mongo: MongoDatabase): StoreVoiceCompletion =>
  (completion) =>
    changeMessage(mongo, completion, {
      ...voiceCompletionRule,
      async write(tx, { messageId: _id, at }, { plan: { voice, added, removed }, rev }) {
        await getMessageCollection(tx).updateOne({ _id }, { $set: { voice, rev } }, tx.operationOptions)
        await getEncodingTaskCollection(tx, voiceTaskCollection).deleteOne({ _id }, tx.operationOptions)
        const { deletedCount } = await runMongoWrites(tx, toFileClaims(tx, added))
        assertFilesClaimed(added, deletedCount)
        await releaseFiles(tx, removed, at)
      },
    })
