import type { Queryable } from '@meadow/storage'
import type { EncodingTaskStore } from './encoding-tasks.ts'

/** A table of tasks: the id of what has the file is in `idColumn`; the other columns are `attempts` and `due_at`. */
export type EncodingTaskTable =
  | { table: 'voice_tasks' | 'video_tasks'; idColumn: 'message_id' }
  | { table: 'video_tasks'; idColumn: 'video_id' }

/** Creates the store of files to encode, on a table of tasks. */
export const createPostgresEncodingTasks = (
  db: Queryable,
  { table, idColumn }: EncodingTaskTable,
): EncodingTaskStore => ({
  async claim(now, until) {
    const { rows } = await db.query<{ id: string }>(
      `update ${table} set due_at = $2 where ${idColumn} = (
         select ${idColumn} from ${table} where due_at <= $1 order by due_at limit 1 for update skip locked)
       returning ${idColumn} as id`,
      [now, until],
    )
    return rows[0]
  },
  async extend(id, until) {
    await db.query(`update ${table} set due_at = $2 where ${idColumn} = $1`, [id, until])
  },
  async countAttempt(id) {
    const text = `update ${table} set attempts = attempts + 1 where ${idColumn} = $1 returning attempts`
    const { rows } = await db.query<{ attempts: number }>(text, [id])
    return rows[0]?.attempts ?? 1 // completed by another process: the completion finds that
  },
  async drop(id) {
    await db.query(`delete from ${table} where ${idColumn} = $1`, [id])
  },
})
