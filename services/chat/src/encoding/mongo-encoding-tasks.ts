import { type MongoCollection, type MongoDatabase, type MongoWrite, toMongoInsert } from '@meadow/storage'
import type { NewMessage } from '../conversations/write/new-message.ts'
import type { EncodingTaskStore } from './encoding-tasks.ts'

/** `_id` is the id of the message. A process that takes the file moves `dueAt` beyond the time that it needs. */
type EncodingTaskRow = { _id: string; attempts: number; dueAt: Date }

/** Describes a collection of files to encode. */
export const toEncodingTaskCollection = (name: 'voice_tasks' | 'video_tasks'): MongoCollection => ({
  name,
  indexes: [{ name: 'by_due_at', key: { dueAt: 1 } }],
})

export const getEncodingTaskCollection = ({ db }: MongoDatabase, { name }: MongoCollection) =>
  db.collection<EncodingTaskRow>(name)

/** Returns the write that adds the file of a new message to those that have to be encoded. */
export const toEncodingTaskWrite = (
  tx: MongoDatabase,
  collection: MongoCollection,
  { _id, createdAt }: Pick<NewMessage, '_id' | 'createdAt'>,
): MongoWrite => toMongoInsert(getEncodingTaskCollection(tx, collection), { _id, attempts: 0, dueAt: createdAt })

/** Creates the store of files to encode, in a collection. */
export function createMongoEncodingTasks(mongo: MongoDatabase, collection: MongoCollection): EncodingTaskStore {
  const tasks = getEncodingTaskCollection(mongo, collection)
  return {
    async claim(now, until) {
      const found = await tasks.findOneAndUpdate(
        { dueAt: { $lte: now } },
        { $set: { dueAt: until } },
        { ...mongo.operationOptions, sort: { dueAt: 1 } },
      )
      return found ? { messageId: found._id } : undefined
    },
    async extend(messageId, until) {
      await tasks.updateOne({ _id: messageId }, { $set: { dueAt: until } }, mongo.operationOptions)
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
