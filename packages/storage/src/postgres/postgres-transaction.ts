import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { withCommitSignal } from '../commit-signal.ts'
import { getErrorCode, isTransientError } from './transient-error.ts'

/** serialization_failure and deadlock_detected: the transaction conflicted with another one. */
const WRITE_CONFLICT_CODES = ['40001', '40P01']
const MAX_ATTEMPTS = 5

async function attemptTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    return await withCommitSignal(pool, client, async () => {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    })
  } catch (error) {
    const isWriteConflict = WRITE_CONFLICT_CODES.includes(getErrorCode(error) ?? '')
    isBroken = isTransientError(error) && !isWriteConflict // the pool closes the connection, which also rolls back
    if (!isBroken) {
      await client.query('rollback').catch(() => {
        isBroken = true
      })
    }
    throw error
  } finally {
    client.release(isBroken)
  }
}

/**
 * Runs `work` in one transaction. A deadlock or a serialization failure repeats it, so `work` must have no effects
 * outside of `tx`.
 */
export async function withPostgresTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(pool, work)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !WRITE_CONFLICT_CODES.includes(getErrorCode(error) ?? '')) throw error
      await setTimeout(Math.random() * 20 * attempt)
    }
  }
}
