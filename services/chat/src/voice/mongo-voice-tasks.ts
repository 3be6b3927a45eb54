import { mediaRemovalCollection } from '@meadow/media'
import { type MongoCollection, type MongoDatabase, type MongoWrite, toMongoInsert } from '@meadow/storage'
import type { NewMessage } from '../conversations/write/new-message.ts'
import { changeMessage } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { assertFilesClaimed, releaseFiles } from '../pictures/mongo-message-pictures.ts'
import { hasVoiceTask, type StoreVoiceCompletion, type VoiceTaskStore, voiceCompletionRule } from './voice-task.ts'

/** `_id` is the id of the message. A process that takes the recording moves `dueAt` beyond the time that it needs. */
type VoiceTaskRow = { _id: string; senderId: string; attempts: number; dueAt: Date }

export const voiceTaskCollection: MongoCollection = {
  name: 'voice_tasks',
  indexes: [{ name: 'by_due_at', key: { dueAt: 1 } }],
}

const getVoiceTaskCollection = ({ db }: MongoDatabase) => db.collection<VoiceTaskRow>(voiceTaskCollection.name)

/** Returns the write that adds the recording of a new message to those that have to be encoded. */
export function toVoiceTaskWrites(tx: MongoDatabase, message: NewMessage, sender: { _id: string }): MongoWrite[] {
  if (!hasVoiceTask(message)) return []
  const row = { _id: message._id, senderId: sender._id, attempts: 0, dueAt: message.createdAt }
  return [toMongoInsert(getVoiceTaskCollection(tx), row)]
}

/** Creates the store of recordings to encode, in the collection `voice_tasks`. */
export function createMongoVoiceTasks(mongo: MongoDatabase): VoiceTaskStore {
  const tasks = getVoiceTaskCollection(mongo)
  return {
    async claim(now, until) {
      const found = await tasks.findOneAndUpdate(
        { dueAt: { $lte: now } },
        { $set: { dueAt: until }, $inc: { attempts: 1 } },
        { ...mongo.operationOptions, sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      return found ? { messageId: found._id, senderId: found.senderId, attempts: found.attempts } : undefined
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
        const removals = tx.db.collection<{ _id: string }>(mediaRemovalCollection.name)
        const { deletedCount } = await removals.deleteMany({ _id: { $in: [...added] } }, tx.operationOptions)
        assertFilesClaimed(added, deletedCount)
        await releaseFiles(tx, removed, at)
      },
    })
