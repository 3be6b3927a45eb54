import type { Queryable } from '@meadow/storage'
import type { Pool } from 'pg'
import type { NewMessage } from '../conversations/write/new-message.ts'
import { changeMessage } from '../messages/postgres-change-message.ts'
import { claimFiles, releaseFiles } from '../pictures/postgres-message-pictures.ts'
import { hasVideoTask, type StoreVideoCompletion, videoCompletionRule } from './video-task.ts'

/** Stores the video of a new message, and adds it to those that have to be encoded, in the transaction of the message. */
export async function addVideo(tx: Queryable, message: NewMessage): Promise<void> {
  const { _id, video, createdAt } = message
  if (!video) return
  await tx.query('insert into message_videos (message_id, video) values ($1, $2)', [_id, JSON.stringify(video)])
  if (!hasVideoTask(message)) return
  await tx.query('insert into video_tasks (message_id, due_at) values ($1, $2)', [_id, createdAt])
}

/** Creates `StoreVideoCompletion` on PostgreSQL. */
export const createPostgresVideoCompletion =
  (pool: Pool): StoreVideoCompletion =>
  (completion) =>
    changeMessage(pool, completion, {
      ...videoCompletionRule,
      async write(tx, { messageId, at }, { plan: { video, added, removed }, rev }) {
        const update = 'update message_videos set video = $2 where message_id = $1'
        await tx.query(update, [messageId, JSON.stringify(video)])
        await tx.query('update messages set rev = $2 where id = $1', [messageId, rev])
        await tx.query('delete from video_tasks where message_id = $1', [messageId])
        await claimFiles(tx, added)
        await releaseFiles(tx, removed, at)
      },
    })
