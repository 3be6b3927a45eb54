import { randomBytes } from 'node:crypto'
import { ensureMongoCollections, type MongoCollection, type MongoStore, openMongo } from '@meadow/storage'
import { onSharedEngine } from '../engines/index.ts'

export { recordMongoCommands } from './mongo-commands.ts'
export { recordQueryPlans } from './mongo-plans.ts'

export type TestMongo = AsyncDisposable & { mongo: MongoStore; url: string }

/** Transactions of one document wait for each other as long as a busy machine takes. */
const QUEUE_TIMEOUT_MS = 60_000

/** Opens a new database with these collections on the server at `url`. Disposal drops it. */
export async function openTestMongo(url: string, ...collections: MongoCollection[]): Promise<TestMongo> {
  const address = new URL(url)
  address.pathname = `/test_${randomBytes(8).toString('hex')}`
  address.searchParams.set('monitorCommands', 'true')
  const mongo = await openMongo(address.href, { name: 'test', queueTimeoutMs: QUEUE_TIMEOUT_MS })
  await ensureMongoCollections(mongo, collections)
  return {
    mongo,
    url: address.href,
    async [Symbol.asyncDispose]() {
      await mongo.db.dropDatabase().catch(() => {}) // a busy server may exceed the time-out and completes the drop later
      await mongo[Symbol.asyncDispose]()
    },
  }
}

/** Returns the opener for a contract test on the MongoDB that all tests of the run share. */
export const onSharedMongo = <Opened>(open: (url: string) => Opened) => onSharedEngine('mongodb', open)
