import type { Pool } from 'pg'
import type { VoiceTasksTable } from '../schema.ts'
import type { EncodingTaskStore } from './encoding-tasks.ts'

/** Creates the store of files to encode, on a table with the columns of `voice_tasks`. */
export const createPostgresEncodingTasks = (pool: Pool, table: 'voice_tasks' | 'video_tasks'): EncodingTaskStore => ({
  async claim(now, until) {
    const { rows } = await pool.query<Pick<VoiceTasksTable, 'message_id'>>(
      `update ${table} set due_at = $2 where message_id = (
         select message_id from ${table} where due_at <= $1 order by due_at limit 1 for update skip locked)
       returning message_id`,
      [now, until],
    )
    const [row] = rows
    return row && { messageId: row.message_id }
  },
  async extend(messageId, until) {
    await pool.query(`update ${table} set due_at = $2 where message_id = $1`, [messageId, until])
  },
  async countAttempt(messageId) {
    const text = `update ${table} set attempts = attempts + 1 where message_id = $1 returning attempts`
    const { rows } = await pool.query<Pick<VoiceTasksTable, 'attempts'>>(text, [messageId])
    return rows[0]?.attempts ?? 1 // completed by another process: the completion finds that
  },
  async drop(messageId) {
    await pool.query(`delete from ${table} where message_id = $1`, [messageId])
  },
})
