import { setTimeout } from 'node:timers/promises'
import type { ClientSession } from 'mongodb'
import { withCommitSignal } from '../commit-signal.ts'
import { MONGO_OPERATION_TIMEOUT_MS, type MongoDatabase } from './mongo-database.ts'

const WRITE_CONFLICT_LABEL = 'TransientTransactionError'
const UNKNOWN_COMMIT_LABEL = 'UnknownTransactionCommitResult'

/** The time for retries of a transaction that conflicts with others. */
const RETRY_TIMEOUT_MS = 4_000
const MAX_COMMIT_ATTEMPTS = 3

const TRANSACTION_OPTIONS = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
  maxCommitTimeMS: MONGO_OPERATION_TIMEOUT_MS,
} as const

const hasErrorLabel = (error: unknown, label: string): boolean =>
  (Object(error) as { errorLabels?: readonly string[] }).errorLabels?.includes(label) ?? false

/** Commits, and repeats a commit with unknown result. Only the commit may be repeated, not the work. */
async function commitWithRetries(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await session.commitTransaction()
    } catch (error) {
      if (attempt === MAX_COMMIT_ATTEMPTS || !hasErrorLabel(error, UNKNOWN_COMMIT_LABEL)) throw error
    }
  }
}

async function attemptTransaction<T>(
  mongo: MongoDatabase,
  session: ClientSession,
  work: (tx: MongoDatabase) => Promise<T>,
): Promise<T> {
  session.startTransaction(TRANSACTION_OPTIONS)
  try {
    return await withCommitSignal(mongo.db, session, async () => {
      const result = await work({ ...mongo, operationOptions: { ...mongo.operationOptions, session } })
      await commitWithRetries(session)
      return result
    })
  } catch (error) {
    if (session.inTransaction()) await session.abortTransaction().catch(() => {}) // a failure is harmless: the server aborts it as well
    throw error
  }
}

/**
 * Runs `work` in one transaction. A write conflict repeats it, for up to 4 s, so `work` must have no effects outside of
 * `tx`, and must wait for each operation before the next. Transactions of this process with the same `queueKey` run one
 * after the other, which avoids conflicts on one document.
 * @throws unavailable when too many wait, or for too long
 */
export function withMongoTransaction<T>(
  mongo: MongoDatabase,
  work: (tx: MongoDatabase) => Promise<T>,
  queueKey?: string,
): Promise<T> {
  if (queueKey === undefined) return retryTransaction(mongo, work)
  return mongo.transactionQueue(queueKey, () => retryTransaction(mongo, work))
}

async function retryTransaction<T>(mongo: MongoDatabase, work: (tx: MongoDatabase) => Promise<T>): Promise<T> {
  const deadline = performance.now() + RETRY_TIMEOUT_MS
  await using session = mongo.db.client.startSession()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(mongo, session, work)
    } catch (error) {
      if (!hasErrorLabel(error, WRITE_CONFLICT_LABEL) || performance.now() > deadline) throw error
      await setTimeout(Math.random() * Math.min(5 * 1.5 ** attempt, 200))
    }
  }
}
