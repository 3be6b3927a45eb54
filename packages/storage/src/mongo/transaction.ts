import { setTimeout } from 'node:timers/promises'
import { DomainError } from '@meadow/service'
import type { ClientSession } from 'mongodb'
import { MAX_TIME_MS, type Mongo } from './mongo.ts'

const MET_ANOTHER = 'TransientTransactionError'
const PERHAPS_COMMITTED = 'UnknownTransactionCommitResult'

/** How long, in milliseconds, those who meet others try. */
const PATIENCE_MS = 4_000
const COMMITS = 3

/** Whoever has waited so long for their turn, in milliseconds, has long been gone. */
const TURN_MS = 15_000

const OPTIONS = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
  maxCommitTimeMS: MAX_TIME_MS,
} as const

const says = (error: unknown, label: string): boolean =>
  (Object(error) as { errorLabels?: readonly string[] }).errorLabels?.includes(label) ?? false

/** A commit whose end nobody knows may be asked for again, but its work must not be done again. */
async function commit(session: ClientSession): Promise<void> {
  for (let made = 1; ; made += 1) {
    try {
      return await session.commitTransaction()
    } catch (error) {
      if (made === COMMITS || !says(error, PERHAPS_COMMITTED)) throw error
    }
  }
}

async function attempt<T>(mongo: Mongo, session: ClientSession, work: (tx: Mongo) => Promise<T>): Promise<T> {
  session.startTransaction(OPTIONS)
  try {
    const result = await work({ ...mongo, within: { ...mongo.within, session } })
    await commit(session)
    return result
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
export function mongoTransaction<T>(mongo: Mongo, work: (tx: Mongo) => Promise<T>, about?: string): Promise<T> {
  if (about === undefined) return run(mongo, work)
  const turnUntil = performance.now() + TURN_MS
  return mongo.turns(about, async () => {
    if (performance.now() < turnUntil) return run(mongo, work)
    throw new DomainError('unavailable', { cause: new Error(`too many change ${about}`) })
  })
}

async function run<T>(mongo: Mongo, work: (tx: Mongo) => Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  await using session = mongo.db.client.startSession()
  for (let made = 1; ; made += 1) {
    try {
      return await attempt(mongo, session, work)
    } catch (error) {
      if (!says(error, MET_ANOTHER) || performance.now() > end) throw error
      await setTimeout(Math.random() * Math.min(5 * 1.5 ** made, 200))
    }
  }
}
