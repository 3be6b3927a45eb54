import { TOPIC_RETENTION_DAYS } from '@meadow/contracts'
import type { PostgresPool } from '@meadow/storage'

const AT_ONCE = 5_000

/** Removes what has been in the log for a week, and dead letters that nobody has replayed for 30 days, in small steps. */
export async function sweepLog(pool: PostgresPool): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from log where (topic, position) in (
         select topic, position from log
         where appended_at < now() - make_interval(days => $1)
           and (topic not like '%.dead' or appended_at < now() - make_interval(days => $2))
         limit $3)`,
      [TOPIC_RETENTION_DAYS.events, TOPIC_RETENTION_DAYS.deadLetters, AT_ONCE],
    )
    if ((rowCount ?? 0) < AT_ONCE) return
  }
}
