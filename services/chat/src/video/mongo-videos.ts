import { type MongoDatabase, type MongoWrite, runMongoWrites } from '@meadow/storage'
import { getEncodingTaskCollection, toEncodingTaskCollection, toEncodingTaskWrite } from '@meadow/voice'
import type { NewMessage } from '../conversations/write/new-message.ts'
import { changeMessage } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { assertFilesClaimed, releaseFiles, toFileClaims } from '../pictures/mongo-message-pictures.ts'
import { hasVideoTask, type StoreVideoCompletion, videoCompletionRule } from './video-task.ts'

export const videoTaskCollection = toEncodingTaskCollection('video_tasks')

/** Returns the write that adds the video of a new message to those that have to be encoded. */
export const toVideoTaskWrites = (tx: MongoDatabase, message: NewMessage): MongoWrite[] =>
  hasVideoTask(message) ? [toEncodingTaskWrite(tx, videoTaskCollection, message)] : []

/** Creates `StoreVideoCompletion` on MongoDB. */
export const createMongoVideoCompletion =
  (mongo: MongoDatabase): StoreVideoCompletion =>
  (completion) =>
    changeMessage(mongo, completion, {
      ...videoCompletionRule,
      async write(tx, { messageId: _id, at }, { plan: { video, added, removed }, rev }) {
        await getMessageCollection(tx).updateOne({ _id }, { $set: { video, rev } }, tx.operationOptions)
        await getEncodingTaskCollection(tx, videoTaskCollection).deleteOne({ _id }, tx.operationOptions)
        const { deletedCount } = await runMongoWrites(tx, toFileClaims(tx, added))
        assertFilesClaimed(added, deletedCount)
        await releaseFiles(tx, removed, at)
      },
    })
