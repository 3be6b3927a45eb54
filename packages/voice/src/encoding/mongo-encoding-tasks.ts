import { type MongoCollection, type MongoDatabase, type MongoWrite, toMongoInsert } from '@meadow/storage'
import type { EncodingTaskStore } from './encoding-tasks.ts'

/** `_id` is the id of what has the file. A process that takes the file moves `dueAt` beyond the time that it needs. */
type EncodingTaskRow = { _id: string; attempts: number; dueAt: Date }

/** Describes a collection of files to encode. */
export const toEncodingTaskCollection = (name: 'voice_tasks' | 'video_tasks'): MongoCollection => ({
  name,
  indexes: [{ name: 'by_due_at', key: { dueAt: 1 } }],
})

/** Returns a collection of files to encode. */
export const getEncodingTaskCollection = ({ db }: MongoDatabase, { name }: MongoCollection) =>
  db.collection<EncodingTaskRow>(name)

/** Returns the write that adds the file of what was created to those that have to be encoded. */
export const toEncodingTaskWrite = (
  tx: MongoDatabase,
  collection: MongoCollection,
  { _id, createdAt }: { _id: string; createdAt: Date },
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
      return found ? { id: found._id } : undefined
    },
    async extend(id, until) {
      await tasks.updateOne({ _id: id }, { $set: { dueAt: until } }, mongo.operationOptions)
    },
    async countAttempt(id) {
      const options = { ...mongo.operationOptions, returnDocument: 'after' as const }
      const counted = await tasks.findOneAndUpdate({ _id: id }, { $inc: { attempts: 1 } }, options)
      return counted?.attempts ?? 1 // completed by another process: the completion finds that
    },
    async drop(id) {
      await tasks.deleteOne({ _id: id }, mongo.operationOptions)
    },
  }
}
