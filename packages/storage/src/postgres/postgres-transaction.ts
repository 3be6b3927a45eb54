import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { withCommitSignal } from '../commit-signal.ts'
import { getErrorCode } from './error-code.ts'
import type { PostgresPool } from './open-postgres.ts'
import { createPipelinedTransaction, type PipelinedTransaction } from './pipelined-transaction.ts'
import { isTransientError } from './transient-error.ts'

/** serialization_failure and deadlock_detected: the transaction conflicted with another one. */
const WRITE_CONFLICT_CODES = ['40001', '40P01']
/** Also lock_not_available and query_canceled: the connection can be used again after a rollback. */
const ROLLBACK_CODES = [...WRITE_CONFLICT_CODES, '55P03', '57014']
const MAX_ATTEMPTS = 5
/** Longer than `deadlock_timeout` of PostgreSQL, so that a deadlock is still found; shorter than `statement_timeout`. */
const LOCK_TIMEOUT_MS = 1_500
const BEGIN_SQL = `begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`
const BEGIN_WITH_GENERIC_PLANS_SQL = `${BEGIN_SQL}; set local plan_cache_mode = force_generic_plan`

type TransactionOptions = {
  /**
   * Plans each prepared statement once per connection. PostgreSQL would otherwise plan a statement with array parameters each
   * time, which can take longer than its execution. For statements that look up rows by full keys, whatever their parameters.
   * @default false
   */
  hasGenericPlans?: boolean
}

/** Runs one attempt of a transaction on a connection of the pool. Rolls back if it fails. */
async function attemptTransaction<T>(pool: Pool, attempt: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    return await attempt(client)
  } catch (error) {
    isBroken = isTransientError(error) && !ROLLBACK_CODES.includes(getErrorCode(error) ?? '') // the pool closes the connection, which also rolls back
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

/** Repeats a transaction after a deadlock or a serialization failure. */
async function repeatAfterConflicts<T>(pool: Pool, attempt: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await attemptTransaction(pool, attempt)
    } catch (error) {
      if (times === MAX_ATTEMPTS || !WRITE_CONFLICT_CODES.includes(getErrorCode(error) ?? '')) throw error
      await setTimeout(Math.random() * 20 * times)
    }
  }
}

/**
 * Runs `work` in one transaction. A deadlock or a serialization failure repeats it, so `work` must have no effects
 * outside of `tx`. A wait of 1.5 s for a lock ends with an error that `isStoreOutage` recognises.
 */
export const withPostgresTransaction = <T>(
  pool: Pool,
  work: (tx: PoolClient) => Promise<T>,
  { hasGenericPlans = false }: TransactionOptions = {},
): Promise<T> =>
  repeatAfterConflicts(pool, (client) =>
    withCommitSignal(pool, client, async () => {
      await client.query(hasGenericPlans ? BEGIN_WITH_GENERIC_PLANS_SQL : BEGIN_SQL)
      const result = await work(client)
      await client.query('commit')
      return result
    }),
  )

/**
 * Runs `work` in one transaction, like `withPostgresTransaction`, in as few round trips as `work` has statements: `begin` goes
 * together with the first statement, which must only read or lock, and `commit` with the last one, if that is sent by
 * `queryAndCommit`.
 */
export const withPipelinedTransaction = <T>(
  pool: Pool,
  work: (tx: PipelinedTransaction) => Promise<T>,
  { hasGenericPlans = false }: TransactionOptions = {},
): Promise<T> =>
  repeatAfterConflicts(pool, (client) => {
    const beginSql = hasGenericPlans ? BEGIN_WITH_GENERIC_PLANS_SQL : BEGIN_SQL
    const { tx, commit } = createPipelinedTransaction(client, beginSql)
    return withCommitSignal(pool, tx, async () => {
      const result = await work(tx)
      await commit()
      return result
    })
  })

/**
 * Runs `work` in one transaction, like `withPostgresTransaction`. `rows` are the keys of rows that many callers lock, such
 * as the counters of a post: of the transactions of this process with the same key two take a connection and the others
 * wait without one. @throws unavailable when too many wait, or for too long
 */
export function withQueuedPostgresTransaction<T>(
  pool: PostgresPool,
  rows: readonly string[],
  work: (tx: PoolClient) => Promise<T>,
): Promise<T> {
  const transact = () => withPostgresTransaction(pool, work)
  const inOrder = rows.toSorted() // the same order for all, so that no two wait for each other
  return inOrder.reduceRight<() => Promise<T>>((next, row) => () => pool.transactionQueue(row, next), transact)()
}
