import type { PostgresPool } from '@meadow/storage'
import type { CountedPostStore } from './counted-post-store.ts'

const BATCH_SIZE = 5_000

/** Creates the store of counted posts on PostgreSQL. Rows that a consumer has locked are skipped, so that no deadlock can occur. */
export const createPostgresCountedPostStore = (pool: PostgresPool): CountedPostStore => ({
  async deleteExpired(before) {
    const { rowCount } = await pool.query(
      `delete from counted_posts where post_id in (
         select post_id from counted_posts where deleted and deleted_at < $1 limit $2 for update skip locked)`,
      [before, BATCH_SIZE],
    )
    return rowCount === BATCH_SIZE
  },
})
