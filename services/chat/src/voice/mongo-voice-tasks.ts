import {
  type MongoCollection,
  type MongoDatabase,
  type MongoWrite,
  runMongoWrites,
  toMongoInsert,
} from '@meadow/storage'
import type { NewMessage } from '../conversations/write/new-message.ts'
import { changeMessage } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { assertFilesClaimed, releaseFiles, toFileClaims } from '../pictures/mongo-message-pictures.ts'
import { hasVoiceTask, type StoreVoiceCompletion, type VoiceTaskStore, voiceCompletionRule } from './voice-task.ts'

/** `_id` is the id of the message. A process that takes the recording moves `dueAt` beyond the time that it needs. */
type VoiceTaskRow = { _id: string; attempts: number; dueAt: Date }

export const voiceTaskCollection: MongoCollection = {
  name: 'voice_tasks',
  indexes: [{ name: 'by_due_at', key: { dueAt: 1 } }],
}

const getVoiceTaskCollection = ({ db }: MongoDatabase) => db.collection<VoiceTaskRow>(voiceTaskCollection.name)

/** Returns the write that adds the recording of a new message to those that have to be encoded. */
export function toVoiceTaskWrites(tx: MongoDatabase, message: NewMessage): MongoWrite[] {
  if (!hasVoiceTask(message)) return []
  return [toMongoInsert(getVoiceTaskCollection(tx), { _id: message._id, attempts: 0, dueAt: message.createdAt })]
}

/** Creates the store of recordings to encode, in the collection `voice_tasks`. */
export function createMongoVoiceTasks(mongo: MongoDatabase): VoiceTaskStore {
  const tasks = getVoiceTaskCollection(mongo)
  return {
    async claim(now, until) {
      const found = await tasks.findOneAndUpdate(
        { dueAt: { $lte: now } },
        { $set: { dueAt: until } },
        { ...mongo.operationOptions, sort: { dueAt: 1 } },
      )
      return found ? { messageId: found._id } : undefined
    },
    async countAttempt(messageId) {
      const options = { ...mongo.operationOptions, returnDocument: 'after' as const }
      const counted = await tasks.findOneAndUpdate({ _id: messageId }, { $inc: { attempts: 1 } }, options)
      return counted?.attempts ?? 1 // completed by another process: the completion finds that
    },
    async drop(messageId) {
      await tasks.deleteOne({ _id: messageId }, mongo.operationOptions)
    },
  }
}

/** Creates `StoreVoiceCompletion` on MongoDB. */
export const createMongoVoiceCompletion =
  (mongo: MongoDatabase): StoreVoiceCompletion =>
  (completion) =>
    changeMessage(mongo, completion, {
      ...voiceCompletionRule,
      async write(tx, { messageId: _id, at }, { plan: { voice, added, removed }, rev }) {
        await getMessageCollection(tx).updateOne({ _id }, { $set: { voice, rev } }, tx.operationOptions)
        await getVoiceTaskCollection(tx).deleteOne({ _id }, tx.operationOptions)
        const { deletedCount } = await runMongoWrites(tx, toFileClaims(tx, added))
        assertFilesClaimed(added, deletedCount)
        await releaseFiles(tx, removed, at)
      },
    })
