import type { Queryable } from '@meadow/storage'
import type { Pool } from 'pg'
import type { NewMessage } from '../conversations/write/new-message.ts'
import { changeMessage } from '../messages/postgres-change-message.ts'
import { claimFiles, releaseFiles } from '../pictures/postgres-message-pictures.ts'
import { hasVoiceTask, type StoreVoiceCompletion, voiceCompletionRule } from './voice-task.ts'

/** Adds the recording of a new message to those that have to be encoded, in the transaction of the message. */
export async function addVoiceTask(tx: Queryable, message: NewMessage): Promise<void> {
  if (!hasVoiceTask(message)) return
  await tx.query('insert into voice_tasks (message_id, due_at) values ($1, $2)', [message._id, message.createdAt])
}

/** Creates `StoreVoiceCompletion` on PostgreSQL. */
export const createPostgresVoiceCompletion =
  (pool: Pool): StoreVoiceCompletion =>
  (completion) =>
    changeMessage(pool, completion, {
      ...voiceCompletionRule,
      async write(tx, { messageId, at }, { plan: { voice, added, removed }, rev }) {
        await tx.query('update messages set voice = $2, rev = $3 where id = $1', [
          messageId,
          JSON.stringify(voice),
          rev,
        ])
        await tx.query('delete from voice_tasks where message_id = $1', [messageId])
        await claimFiles(tx, added)
        await releaseFiles(tx, removed, at)
      },
    })
