import { once } from 'node:events'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import type { MongoDatabase } from '../src/mongo/mongo-database.ts'
import { withMigrationLease } from '../src/mongo/mongo-migration-lease.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const SECOND_MS = 1_000
const neverStopping = new AbortController().signal

/** Creates a database that only responds to requests for the lease, by `respond`. */
function createLeaseDatabase(respond: (holder: string) => Promise<string>): MongoDatabase {
  type Steps = [unknown, { $set: { holder: { $cond: [string, string, string] } } }]
  const findOneAndUpdate = async (_filter: object, [, { $set }]: Steps) => ({
    holder: await respond($set.holder.$cond[1]),
  })
  return { db: { collection: () => ({ findOneAndUpdate }) } } as unknown as MongoDatabase
}

/** Starts work whose first run ends only when its lease has ended. */
function startWork(mongo: MongoDatabase) {
  const work = { runs: 0, isEnded: false, done: Promise.resolve() }
  work.done = withMigrationLease(mongo, neverStopping, async ({ ended }) => {
    work.runs += 1
    if (work.runs > 1) return
    await once(ended, 'abort')
    work.isEnded = true
  })
  return work
}

it('migrations run again when another process had the lease meanwhile', async () => {
  let isTaken = false
  const work = startWork(createLeaseDatabase(async (holder) => (isTaken ? 'another' : holder)))
  await jest.advanceTimersByTimeAsync(60 * SECOND_MS)
  expect(work).toMatchObject({ runs: 1, isEnded: false })
  isTaken = true
  await jest.advanceTimersByTimeAsync(20 * SECOND_MS)
  expect(work).toMatchObject({ runs: 1, isEnded: true })
  isTaken = false
  await jest.advanceTimersByTimeAsync(2 * SECOND_MS)
  await work.done
  expect(work.runs).toBe(2)
})

it('migrations continue after a renewal that failed, and end before a lease expires that cannot be renewed', async () => {
  let respond = async (holder: string) => holder
  const work = startWork(createLeaseDatabase((holder) => respond(holder)))
  respond = () => Promise.reject(new Error('away'))
  await jest.advanceTimersByTimeAsync(15 * SECOND_MS)
  respond = async (holder) => holder
  await jest.advanceTimersByTimeAsync(60 * SECOND_MS)
  expect(work.isEnded).toBe(false)
  respond = () => new Promise(() => {}) // the server does not respond
  await jest.advanceTimersByTimeAsync(30 * SECOND_MS)
  expect(work.isEnded).toBe(true)
})
