import type { PostgresPool } from '@meadow/storage'
import type { ProcessedActionStore } from './processed-action-store.ts'

const BATCH_SIZE = 5_000

const EXPIRABLE = [
  { table: 'known_likes', key: 'post_id, actor_id', condition: 'taken_at < $1' },
  { table: 'known_shares', key: 'post_id, actor_id', condition: 'taken_at < $1' },
  { table: 'known_comments', key: 'post_id, id', condition: 'taken_at < $1' },
  { table: 'known_follows', key: 'to_id, from_id', condition: 'taken_at < $1' },
  { table: 'posts', key: 'id', condition: 'deleted and deleted_at < $1' },
] as const

/** Creates the store of processed actions on PostgreSQL. Rows that a consumer has locked are skipped, so that no deadlock can occur. */
export const createPostgresProcessedActionStore = (pool: PostgresPool): ProcessedActionStore => ({
  async deleteExpired(before) {
    let mayHaveMore = false
    for (const { table, key, condition } of EXPIRABLE) {
      const { rowCount } = await pool.query(
        `delete from ${table} where (${key}) in (
           select ${key} from ${table} where ${condition} limit $2 for update skip locked)`,
        [before, BATCH_SIZE],
      )
      mayHaveMore ||= rowCount === BATCH_SIZE
    }
    return mayHaveMore
  },
})
