import type { MetricsSource } from '@meadow/service'
import type { MongoClient } from 'mongodb'
import { createKeyedQueue } from '../keyed-queue.ts'
import { MONGO_OPERATION_TIMEOUT_MS, type MongoDatabase } from './mongo-database.ts'
import { createMongoPoolMetrics } from './mongo-pool-metrics.ts'

/** A database with a small pool of connections; disposing of it ends them. */
export type MongoStore = MongoDatabase & AsyncDisposable & MetricsSource

type MongoOptions = {
  /** Used when the address has none. */
  database?: string
  /** How many connections at most. @default 6 */
  maxConnections?: number
  /** What MongoDB shows as `appName`. */
  name?: string
}

/** What every connection keeps to. Nothing is acknowledged before most of the set have it on their disks. */
const CLIENT_OPTIONS = {
  connectTimeoutMS: 3_000,
  serverSelectionTimeoutMS: 3_000,
  waitQueueTimeoutMS: 3_000,
  socketTimeoutMS: 5_000,
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
} as const

/** Opens a small pool on the database of `url`. @throws when it is away, and where transactions cannot be had */
export async function openMongo(
  url: string,
  { database, maxConnections: max = 6, name = 'meadow' }: MongoOptions = {},
): Promise<MongoStore> {
  const { MongoClient } = await import('mongodb') // only who uses MongoDB loads its client
  await using opening = new AsyncDisposableStack()
  const client = opening.adopt(new MongoClient(url, { ...CLIENT_OPTIONS, maxPoolSize: max, appName: name }), (one) =>
    one.close(),
  )
  const registerMetrics = createMongoPoolMetrics(name, client)
  await client.connect()
  await assertReplicaSet(client)
  opening.move()
  return {
    db: client.db(hasDatabase(url) ? undefined : database),
    operationOptions: { maxTimeMS: MONGO_OPERATION_TIMEOUT_MS },
    keyedQueue: createKeyedQueue(),
    registerMetrics,
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** Several hosts with a port each make an address that no standard knows as a URL. */
const hasDatabase = (url: string): boolean => /^[^/]+:\/\/[^/?]+\/[^?]/.test(url)

async function assertReplicaSet(client: MongoClient): Promise<void> {
  const { setName, msg } = await client.db('admin').command({ hello: 1 })
  if (!setName && msg !== 'isdbgrid')
    throw new Error('MongoDB must run as a replica set, one member is enough: without it there are no transactions')
}
