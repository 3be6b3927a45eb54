import type { Logger, Metrics, MetricsSource } from '@meadow/service'
import pg from 'pg'
import type { KeyedQueue } from '../keyed-queue.ts'
import { createTransactionQueue } from '../transaction-queue.ts'
import { readConnectTimeoutMs, toDatabaseUrl } from './database-url.ts'
import { ensureDatabase } from './ensure-database.ts'
import { createPoolMetrics } from './pool-metrics.ts'
import { POSTGRES_POOL_SIZES } from './pool-sizes.ts'
import { createPostgresProbe } from './postgres-probe.ts'
import { createWatchedClient } from './watched-client.ts'

/** A pool of connections to one database. Disposal closes them. */
export type PostgresPool = pg.Pool &
  AsyncDisposable &
  MetricsSource & {
    /** Queries the server on a connection beside the pool. @throws Error when PostgreSQL is away */
    ping(): Promise<void>
    /** Lets only some transactions that lock the same row take a connection. */
    transactionQueue: KeyedQueue
  }

/** A pool, or the client of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>

type PostgresOptions = {
  /** The database if the address has no path. It is created if the role has the right. */
  database?: string
  /** The size of the pool. @default that of a store */
  maxConnections?: number
  /** The longest wait of a transaction for others of the same row. @default 2 s */
  queueTimeoutMs?: number
  /** The longest time in which the server completes no statement, while it has some. @default 5 s */
  responseTimeoutMs?: number
  /** The `application_name` of the connections. */
  name?: string
  log?: Logger
}

const CONNECT_TIMEOUT_MS = 3_000

/** Time-outs of every connection in milliseconds. The server ends a statement; the client gives up on a silent server. */
const CONNECTION_OPTIONS = {
  statement_timeout: 2_000,
  query_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
} as const

/** Returns the options of a connection to `url`. */
export const toConnectionOptions = (url: string) => ({
  ...CONNECTION_OPTIONS,
  connectionString: url,
  connectionTimeoutMillis: readConnectTimeoutMs(url, CONNECT_TIMEOUT_MS),
})

/** Transactions of this process that may hold a connection while they lock or wait for the same row. */
const MAX_CONNECTIONS_PER_ROW = 2

/** Opens a small pool on the database of `url`. It connects when it is used. @throws Error when PostgreSQL is away */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<PostgresPool> {
  const connectionString = toDatabaseUrl(url, options.database)
  await ensureDatabase(connectionString)
  const { maxConnections = POSTGRES_POOL_SIZES.store, name = 'meadow', log, responseTimeoutMs } = options
  const pool = new pg.Pool({
    ...toConnectionOptions(connectionString),
    query_timeout: undefined, // see `createWatchedClient`
    Client: createWatchedClient(responseTimeoutMs),
    max: maxConnections,
    application_name: name,
    idleTimeoutMillis: 30_000,
    pipeline: true, // a statement is sent while the answer to the one before it is awaited
  })
  const logLoss = (error: Error) => log?.warn({ err: error }, 'a connection to PostgreSQL was lost')
  pool.on('error', logLoss) // idle connections: the pool replaces them
  pool.on('connect', (client) => client.on('error', () => {})) // busy connections: the query reports the error
  const probe = createPostgresProbe(connectionString, name)
  const queue = createTransactionQueue(name, {
    maxConcurrency: MAX_CONNECTIONS_PER_ROW,
    timeoutMs: options.queueTimeoutMs,
  })
  const registerPoolMetrics = createPoolMetrics(name, () => pool)
  return Object.assign(pool, {
    ping: probe.ping,
    transactionQueue: queue.transactionQueue,
    registerMetrics(metrics: Metrics) {
      registerPoolMetrics(metrics)
      queue.registerMetrics(metrics)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pool.ending || pool.end(), probe[Symbol.asyncDispose]()])
    },
  })
}
