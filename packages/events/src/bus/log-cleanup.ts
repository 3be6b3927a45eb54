import { TOPIC_RETENTION_DAYS } from '@meadow/contracts'
import type { PostgresPool } from '@meadow/storage'

const BATCH_SIZE = 5_000

/** Deletes events and dead letters older than their retention from the log table, in batches. */
export async function deleteExpiredLogRows(pool: PostgresPool): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from log where (topic, position) in (
         select topic, position from log
         where appended_at < now() - make_interval(days => $1)
           and (topic not like '%.dead' or appended_at < now() - make_interval(days => $2))
         limit $3)`,
      [TOPIC_RETENTION_DAYS.events, TOPIC_RETENTION_DAYS.deadLetters, BATCH_SIZE],
    )
    if ((rowCount ?? 0) < BATCH_SIZE) return
  }
}
