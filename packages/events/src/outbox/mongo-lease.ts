import { randomUUID } from 'node:crypto'
import { DomainError } from '@meadow/service'
import type { MongoCollection, MongoDatabase } from '@meadow/storage'

/** The lease of the outbox. `until` is its expiry in milliseconds, by the server's clock. Each new holder raises the generation. */
type LeaseDocument = { _id: 'outbox'; holder: string; generation: number; until: number }

/** Longer than publishing and deleting one batch takes. */
const LEASE_DURATION_MS = 10_000

export const leaseCollection: MongoCollection = { name: 'leases' }

const getLeases = ({ db }: MongoDatabase) => db.collection<LeaseDocument>(leaseCollection.name)

/** A number, because the MongoDB substitute in tests treats two dates as equal if one of them is $$NOW. */
const NOW = { $toLong: '$$NOW' }
const NEW_EXPIRY = { $add: [NOW, LEASE_DURATION_MS] }
const IS_EXPIRED = { $lte: [{ $ifNull: ['$until', 0] }, NOW] }

/** Acquires the lease. Returns its generation, or undefined if another process holds the lease. */
export async function acquireLease(mongo: MongoDatabase): Promise<number | undefined> {
  const holder = randomUUID()
  const lease = await getLeases(mongo).findOneAndUpdate(
    { _id: 'outbox' },
    [
      { $set: { isExpired: IS_EXPIRED } },
      {
        $set: {
          holder: { $cond: ['$isExpired', holder, '$holder'] },
          generation: { $add: [{ $ifNull: ['$generation', 0] }, { $cond: ['$isExpired', 1, 0] }] },
          until: { $cond: ['$isExpired', NEW_EXPIRY, '$until'] },
        },
      },
      { $unset: 'isExpired' },
    ],
    { ...mongo.operationOptions, upsert: true, returnDocument: 'after' },
  )
  return lease?.holder === holder ? lease.generation : undefined
}

/** @throws unavailable if another process has acquired the lease since */
export async function assertLease(mongo: MongoDatabase, generation: number): Promise<void> {
  const lease = await getLeases(mongo).findOne({ _id: 'outbox' }, mongo.operationOptions)
  if (lease?.generation === generation) return
  throw new DomainError('unavailable', { cause: new Error('another process has acquired the lease of the outbox') })
}

/**
 * Renews the lease in the transaction `tx`: no other process acquires it before the transaction ends.
 * @throws unavailable if another process has acquired the lease since
 */
export async function renewLease(tx: MongoDatabase, generation: number): Promise<void> {
  await assertLease(tx, generation)
  await getLeases(tx).updateOne({ _id: 'outbox' }, [{ $set: { until: NEW_EXPIRY } }], tx.operationOptions)
}

/** Releases the lease, unless another process has acquired it since. */
export async function releaseLease(mongo: MongoDatabase, generation: number): Promise<void> {
  const until = { $cond: [{ $eq: ['$generation', generation] }, 0, '$until'] }
  await getLeases(mongo).updateOne({ _id: 'outbox' }, [{ $set: { until } }], mongo.operationOptions)
}
