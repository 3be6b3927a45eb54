import type { MetricsSource } from '@meadow/service'
import { createTransactionQueue } from '../transaction-queue.ts'
import { assertSupportedServer } from './assert-supported-server.ts'
import { MONGO_OPERATION_TIMEOUT_MS, type MongoDatabase } from './mongo-database.ts'
import { createMongoPoolMetrics } from './mongo-pool-metrics.ts'
import { createMongoProbe, MONGO_PROBE_OPTIONS } from './mongo-probe.ts'

/** A database with a small pool of connections. Disposal closes them. */
export type MongoStore = MongoDatabase &
  AsyncDisposable &
  MetricsSource & {
    /** Sends a command on a connection beside the pool. @throws Error when MongoDB is away */
    ping(): Promise<void>
  }

type MongoOptions = {
  /** The database if the address names none. */
  database?: string
  /** The size of the pool. @default 6 */
  maxConnections?: number
  /** The longest wait of a transaction for others of the same row. @default 2 s */
  queueTimeoutMs?: number
  /** The `appName` of the connections. */
  name?: string
}

/** The time-outs of every connection. The address may set others. */
const TIMEOUT_OPTIONS = {
  connectTimeoutMS: 3_000,
  serverSelectionTimeoutMS: 3_000,
  waitQueueTimeoutMS: 3_000,
  socketTimeoutMS: 5_000,
} as const

/** The options of every connection. A write is acknowledged when a majority of the replica set has it on disk. */
const CLIENT_OPTIONS = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
} as const

/** Opens a small pool on the database of `url`. @throws Error when MongoDB is away or not supported */
export async function openMongo(
  url: string,
  { database, maxConnections = 6, queueTimeoutMs, name = 'meadow' }: MongoOptions = {},
): Promise<MongoStore> {
  const { MongoClient } = await import('mongodb') // loaded only if MongoDB is used
  await using opening = new AsyncDisposableStack()
  const client = opening.adopt(
    new MongoClient(url, { ...toTimeoutOptions(url), ...CLIENT_OPTIONS, maxPoolSize: maxConnections, appName: name }),
    (opened) => opened.close(),
  )
  const registerPoolMetrics = createMongoPoolMetrics(name, client)
  const queue = createTransactionQueue(name, { timeoutMs: queueTimeoutMs })
  const probe = createMongoProbe(new MongoClient(url, { ...MONGO_PROBE_OPTIONS, appName: `${name} probe` }))
  await client.connect()
  assertSupportedServer(await client.db('admin').command({ hello: 1 }))
  opening.move()
  return {
    db: client.db(hasDatabase(url) ? undefined : database),
    operationOptions: { maxTimeMS: MONGO_OPERATION_TIMEOUT_MS },
    transactionQueue: queue.transactionQueue,
    ping: probe.ping,
    registerMetrics(metrics) {
      registerPoolMetrics(metrics)
      queue.registerMetrics(metrics)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([client.close(), probe[Symbol.asyncDispose]()])
    },
  }
}

/** Returns the time-outs that the address does not set: an option of the client would win. */
const toTimeoutOptions = (url: string) =>
  Object.fromEntries(Object.entries(TIMEOUT_OPTIONS).filter(([name]) => !new RegExp(`[?&]${name}=`, 'i').test(url)))

/** Uses a pattern, because an address with several hosts and ports is no valid URL. */
const hasDatabase = (url: string): boolean => /^[^/]+:\/\/[^/?]+\/[^?]/.test(url)
