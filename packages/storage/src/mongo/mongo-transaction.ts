import { setTimeout } from 'node:timers/promises'
import { DomainError } from '@meadow/service'
import type { ClientSession } from 'mongodb'
import { withCommitSignal } from '../commit-signal.ts'
import { MONGO_OPERATION_TIMEOUT_MS, type MongoDatabase } from './mongo-database.ts'

const WRITE_CONFLICT_LABEL = 'TransientTransactionError'
const UNKNOWN_COMMIT_LABEL = 'UnknownTransactionCommitResult'

/** How long, in milliseconds, those who meet others try. */
const RETRY_TIMEOUT_MS = 4_000
const MAX_COMMIT_ATTEMPTS = 3

/** Whoever has waited so long for their turn, in milliseconds, has long been gone. */
const QUEUE_TIMEOUT_MS = 15_000

const TRANSACTION_OPTIONS = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
  maxCommitTimeMS: MONGO_OPERATION_TIMEOUT_MS,
} as const

const hasErrorLabel = (error: unknown, label: string): boolean =>
  (Object(error) as { errorLabels?: readonly string[] }).errorLabels?.includes(label) ?? false

/** A commit whose end nobody knows may be asked for again, but its work must not be done again. */
async function commitWithRetries(session: ClientSession): Promise<void> {
  for (let made = 1; ; made += 1) {
    try {
      return await session.commitTransaction()
    } catch (error) {
      if (made === MAX_COMMIT_ATTEMPTS || !hasErrorLabel(error, UNKNOWN_COMMIT_LABEL)) throw error
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
    if (session.inTransaction()) await session.abortTransaction().catch(() => {}) // the server ends it by itself, too
    throw error
  }
}

/**
 * Runs `work` in one transaction: all of it or nothing. Whoever meets another runs again, so it must do nothing outside
 * of `tx`, and wait for each call before the next. Transactions of this process that change the same one thing, as `about`
 * names it, come one after the other instead.
 */
export function withMongoTransaction<T>(
  mongo: MongoDatabase,
  work: (tx: MongoDatabase) => Promise<T>,
  queueKey?: string,
): Promise<T> {
  if (queueKey === undefined) return retryTransaction(mongo, work)
  const turnUntil = performance.now() + QUEUE_TIMEOUT_MS
  return mongo.keyedQueue(queueKey, async () => {
    if (performance.now() < turnUntil) return retryTransaction(mongo, work)
    throw new DomainError('unavailable', { cause: new Error(`too many change ${queueKey}`) })
  })
}

async function retryTransaction<T>(mongo: MongoDatabase, work: (tx: MongoDatabase) => Promise<T>): Promise<T> {
  const end = performance.now() + RETRY_TIMEOUT_MS
  await using session = mongo.db.client.startSession()
  for (let made = 1; ; made += 1) {
    try {
      return await attemptTransaction(mongo, session, work)
    } catch (error) {
      if (!hasErrorLabel(error, WRITE_CONFLICT_LABEL) || performance.now() > end) throw error
      await setTimeout(Math.random() * Math.min(5 * 1.5 ** made, 200))
    }
  }
}
