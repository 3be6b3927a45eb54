import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { codeOf, isUnavailable } from './unavailable.ts'

/** serialization_failure and deadlock_detected: nothing is wrong with the work, it met another. */
const IN_EACH_OTHERS_WAY = ['40001', '40P01']
const ATTEMPTS = 5

async function attempt<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    const met = IN_EACH_OTHERS_WAY.includes(codeOf(error) ?? '')
    broken = isUnavailable(error) && !met // this connection is not used again, which rolls back too
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
export async function transaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt(pool, work)
    } catch (error) {
      if (made === ATTEMPTS || !IN_EACH_OTHERS_WAY.includes(codeOf(error) ?? '')) throw error
      await setTimeout(Math.random() * 20 * made)
    }
  }
}
