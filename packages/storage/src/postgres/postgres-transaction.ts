import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { withCommitSignal } from '../commit-signal.ts'
import { getErrorCode, isTransientError } from './transient-error.ts'

/** serialization_failure and deadlock_detected: nothing is wrong with the work, it met another. */
const WRITE_CONFLICT_CODES = ['40001', '40P01']
const MAX_ATTEMPTS = 5

async function attemptTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    return await withCommitSignal(pool, client, async () => {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    })
  } catch (error) {
    const met = WRITE_CONFLICT_CODES.includes(getErrorCode(error) ?? '')
    broken = isTransientError(error) && !met // this connection is not used again, which rolls back too
    if (!broken) {
      await client.query('rollback').catch(() => {
        broken = true
      })
    }
    throw error
  } finally {
    client.release(broken)
  }
}

/** Runs `work` in one transaction: all of it or nothing. Deadlocks run it again, so it must do nothing outside of `tx`. */
export async function withPostgresTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await attemptTransaction(pool, work)
    } catch (error) {
      if (made === MAX_ATTEMPTS || !WRITE_CONFLICT_CODES.includes(getErrorCode(error) ?? '')) throw error
      await setTimeout(Math.random() * 20 * made)
    }
  }
}
