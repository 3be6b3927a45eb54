import { randomUUID } from 'node:crypto'
import { sleep } from '../timers.ts'
import type { MongoDatabase } from './mongo-database.ts'

/** The collection of the lease and of the records of migrations. */
export const MIGRATIONS_COLLECTION = 'migrations'

/** The right to migrate. `ended` is aborted when another process may have it, or when this one stops. */
export type MigrationLease = { ended: AbortSignal }

type LeaseDocument = { _id: 'lease'; holder: string; until: number }

const LEASE_DURATION_MS = 30_000
const RENEWAL_MS = 10_000
const POLL_MS = 1_000
const DUPLICATE_KEY = 11_000

/** A number, because the MongoDB substitute in tests treats two dates as equal if one of them is $$NOW. */
const NOW = { $toLong: '$$NOW' }

/**
 * Runs `work` while this process holds the lease, after waiting for it, and again after a lease that was lost meanwhile.
 * Returns early when `stopping` is aborted.
 */
export async function withMigrationLease(
  mongo: MongoDatabase,
  stopping: AbortSignal,
  work: (lease: MigrationLease) => Promise<void>,
): Promise<void> {
  const holder = randomUUID()
  while (!stopping.aborted) {
    if (!(await takeLease(mongo, holder, LEASE_DURATION_MS))) await sleep(POLL_MS, stopping)
    else if (await runWhileHeld(mongo, holder, (lost) => work({ ended: AbortSignal.any([stopping, lost]) }))) return
  }
}

/** Runs `work` and renews the lease meanwhile. Returns false if the lease was lost before the work ended. */
async function runWhileHeld(
  mongo: MongoDatabase,
  holder: string,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lost = new AbortController()
  let heldUntilMs = performance.now() + LEASE_DURATION_MS
  const renewal = setInterval(async () => {
    const startedMs = performance.now()
    if (heldUntilMs - startedMs < RENEWAL_MS) return lost.abort() // the next renewal would come too late
    const isHeld = await takeLease(mongo, holder, LEASE_DURATION_MS).catch(() => undefined) // an outage: the next one may succeed
    if (isHeld) heldUntilMs = startedMs + LEASE_DURATION_MS
    if (isHeld === false) lost.abort()
  }, RENEWAL_MS)
  try {
    await work(lost.signal)
    return !lost.signal.aborted
  } finally {
    clearInterval(renewal)
    if (!lost.signal.aborted) await takeLease(mongo, holder, 0).catch(() => {}) // otherwise it expires
  }
}

/** Takes or renews the lease, by the clock of the server. Returns false if another process holds it. */
async function takeLease({ db }: MongoDatabase, holder: string, durationMs: number): Promise<boolean> {
  const isFree = { $or: [{ $lte: [{ $ifNull: ['$until', 0] }, NOW] }, { $eq: ['$holder', holder] }] }
  const until = { $cond: ['$isFree', { $add: [NOW, durationMs] }, '$until'] }
  const steps = [
    { $set: { isFree } },
    { $set: { holder: { $cond: ['$isFree', holder, '$holder'] }, until } },
    { $unset: 'isFree' },
  ]
  try {
    const leases = db.collection<LeaseDocument>(MIGRATIONS_COLLECTION)
    const lease = await leases.findOneAndUpdate({ _id: 'lease' }, steps, { upsert: true, returnDocument: 'after' })
    return lease?.holder === holder
  } catch (error) {
    if ((error as { code?: unknown }).code === DUPLICATE_KEY) return false // another process has just created it
    throw error
  }
}
