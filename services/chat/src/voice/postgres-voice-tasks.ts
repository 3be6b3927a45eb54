import type { Queryable } from '@meadow/storage'
import type { Pool } from 'pg'
import type { NewMessage } from '../conversations/write/new-message.ts'
import { changeMessage } from '../messages/postgres-change-message.ts'
import { claimFiles, releaseFiles } from '../pictures/postgres-message-pictures.ts'
import type { VoiceTasksTable } from '../schema.ts'
import { hasVoiceTask, type StoreVoiceCompletion, type VoiceTaskStore, voiceCompletionRule } from './voice-task.ts'

/** Adds the recording of a new message to those that have to be encoded, in the transaction of the message. */
export async function addVoiceTask(tx: Queryable, message: NewMessage): Promise<void> {
  if (!hasVoiceTask(message)) return
  await tx.query('insert into voice_tasks (message_id, due_at) values ($1, $2)', [message._id, message.createdAt])
}

/** Creates the store of recordings to encode, on the table `voice_tasks`. */
export const createPostgresVoiceTasks = (pool: Pool): VoiceTaskStore => ({
  async claim(now, until) {
    const { rows } = await pool.query<Pick<VoiceTasksTable, 'message_id'>>(
      `update voice_tasks set due_at = $2 where message_id = (
         select message_id from voice_tasks where due_at <= $1 order by due_at limit 1 for update skip locked)
       returning message_id`,
      [now, until],
    )
    const [row] = rows
    return row && { messageId: row.message_id }
  },
  async countAttempt(messageId) {
    const text = 'update voice_tasks set attempts = attempts + 1 where message_id = $1 returning attempts'
    const { rows } = await pool.query<Pick<VoiceTasksTable, 'attempts'>>(text, [messageId])
    return rows[0]?.attempts ?? 1 // completed by another process: the completion finds that
  },
  async drop(messageId) {
    await pool.query('delete from voice_tasks where message_id = $1', [messageId])
  },
})

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
