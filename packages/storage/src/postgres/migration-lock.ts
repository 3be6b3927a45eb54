import { setTimeout } from 'node:timers/promises'
import type { Logger } from '@meadow/service'
import type pg from 'pg'

/** The key of the advisory lock in each database: that of node-pg-migrate. */
const MIGRATION_LOCK_KEY = '7241865325823964'
const POLL_MS = 200

/**
 * Runs `work` while `client` holds the lock of migrations. It asks for the lock again and again: a statement that waits
 * for it would keep a snapshot, for which `create index concurrently` of the holder would wait in turn.
 */
export async function withMigrationLock(
  client: pg.Client,
  log: Logger | undefined,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; !(await tryLock(client)); attempt += 1) {
    if (attempt === 1) log?.info('waiting for the migration of another process')
    await setTimeout(POLL_MS * (0.5 + Math.random()))
  }
  await work() // the end of the session releases the lock
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_lock(${MIGRATION_LOCK_KEY}) as "isLocked"`)
  return rows[0].isLocked
}
