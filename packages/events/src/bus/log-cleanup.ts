import type { PostgresPool } from '@meadow/storage'

const BATCH_SIZE = 5_000

/** Deletes events and dead letters older than their retention from the log table, in batches. */
export async function deleteExpiredLogRows(pool: PostgresPool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ deleted: string }>('select delete_expired_events($1) as deleted', [BATCH_SIZE])
    if (Number(rows[0]?.deleted) < BATCH_SIZE) return
  }
}
