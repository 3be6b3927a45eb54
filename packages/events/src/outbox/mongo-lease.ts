import { randomUUID } from 'node:crypto'
import { DomainError } from '@meadow/service'
import type { MongoCollection, MongoDatabase } from '@meadow/storage'

/** Who may relay, and until when, in milliseconds by the clock of the server. Each who takes it over raises the generation. */
type Lease = { _id: 'outbox'; holder: string; generation: number; until: number }

/** Longer than publishing and removing a batch takes. */
const HELD_MS = 10_000

export const leaseCollection: MongoCollection = { name: 'leases' }

const leases = ({ db }: MongoDatabase) => db.collection<Lease>(leaseCollection.name)

/** As a number: what stands in for MongoDB in tests takes any two dates for equal when one of them is now. */
const NOW = { $toLong: '$$NOW' }
const UNTIL = { $add: [NOW, HELD_MS] }
const IS_FREE = { $lte: [{ $ifNull: ['$until', 0] }, NOW] }

/** Takes the lease, unless somebody holds it; answers the generation that proves it. */
export async function takeLease(mongo: MongoDatabase): Promise<number | undefined> {
  const holder = randomUUID()
  const lease = await leases(mongo).findOneAndUpdate(
    { _id: 'outbox' },
    [
      { $set: { isFree: IS_FREE } },
      {
        $set: {
          holder: { $cond: ['$isFree', holder, '$holder'] },
          generation: { $add: [{ $ifNull: ['$generation', 0] }, { $cond: ['$isFree', 1, 0] }] },
          until: { $cond: ['$isFree', UNTIL, '$until'] },
        },
      },
      { $unset: 'isFree' },
    ],
    { ...mongo.operationOptions, upsert: true, returnDocument: 'after' },
  )
  return lease?.holder === holder ? lease.generation : undefined
}

const lost = () => new DomainError('unavailable', { cause: new Error('the lease of the outbox was taken over') })

/** @throws unavailable when somebody has taken it over */
export async function checkLease(mongo: MongoDatabase, generation: number): Promise<void> {
  const lease = await leases(mongo).findOne({ _id: 'outbox' }, mongo.operationOptions)
  if (lease?.generation !== generation) throw lost()
}

/** Renews it, as a part of `tx`: nobody takes it over before that has ended. @throws unavailable */
export async function renewLease(tx: MongoDatabase, generation: number): Promise<void> {
  await checkLease(tx, generation)
  await leases(tx).updateOne({ _id: 'outbox' }, [{ $set: { until: UNTIL } }], tx.operationOptions)
}

/** Gives it back; whoever was taken over has nothing to give. */
export async function giveLeaseBack(mongo: MongoDatabase, generation: number): Promise<void> {
  const until = { $cond: [{ $eq: ['$generation', generation] }, 0, '$until'] }
  await leases(mongo).updateOne({ _id: 'outbox' }, [{ $set: { until } }], mongo.operationOptions)
}
