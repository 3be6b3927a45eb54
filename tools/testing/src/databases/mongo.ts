import { randomBytes } from 'node:crypto'
import { ensureMongoCollections, type MongoCollection, type MongoStore, openMongo } from '@meadow/storage'
import { onSharedEngine } from '../engines/index.ts'

export { recordQueryPlans } from './mongo-plans.ts'

export type TestMongo = AsyncDisposable & { mongo: MongoStore; url: string }

/** A fresh database with these collections on the server of `url`; dropped when it is disposed of. */
export async function openTestMongo(url: string, ...collections: MongoCollection[]): Promise<TestMongo> {
  const address = new URL(url)
  address.pathname = `/test_${randomBytes(8).toString('hex')}`
  address.searchParams.set('monitorCommands', 'true')
  const mongo = await openMongo(address.href, { name: 'test' })
  await ensureMongoCollections(mongo, collections)
  return {
    mongo,
    url: address.href,
    async [Symbol.asyncDispose]() {
      await mongo.db.dropDatabase().catch(() => {}) // a busy server takes longer than clients wait, and goes on by itself
      await mongo[Symbol.asyncDispose]()
    },
  }
}

/** The MongoDB that all tests of this run share, for a contract. */
export const onSharedMongo = <Opened>(open: (url: string) => Opened) => onSharedEngine('mongodb', open)
