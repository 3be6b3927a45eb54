import type { Postgres } from '@meadow/storage'

const KEPT_DAYS = 7
const AT_ONCE = 5_000

/** Removes what has been in the log for a week, in small steps. Dead letters stay until somebody has looked at them. */
export async function sweepLog(pool: Postgres): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from log where (topic, position) in (
         select topic, position from log
         where appended_at < now() - make_interval(days => $1) and topic not like '%.dead'
         limit $2)`,
      [KEPT_DAYS, AT_ONCE],
    )
    if ((rowCount ?? 0) < AT_ONCE) return
  }
}
