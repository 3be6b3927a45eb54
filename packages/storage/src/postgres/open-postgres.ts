import type { Logger, MetricsSource } from '@meadow/service'
import pg from 'pg'
import { toDatabaseUrl } from './database-url.ts'
import { ensureDatabase } from './ensure-database.ts'
import { createPoolMetrics } from './pool-metrics.ts'

/** A pool of connections to one database. Disposal closes them. */
export type PostgresPool = pg.Pool & AsyncDisposable & MetricsSource

/** A pool, or the client of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>

type PostgresOptions = {
  /** The database if the address has no path. It is created if the role has the right. */
  database?: string
  /** The size of the pool. @default 6 */
  maxConnections?: number
  /** The `application_name` of the connections. */
  name?: string
  log?: Logger
}

/** Time-outs of every connection in milliseconds. The server ends a statement; the client gives up on a silent server. */
export const CONNECTION_OPTIONS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 2_000,
  query_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
} as const

/** Opens a small pool on the database of `url`. It connects when it is used. @throws Error when PostgreSQL is away */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<PostgresPool> {
  const connectionString = toDatabaseUrl(url, options.database)
  await ensureDatabase(connectionString)
  const { maxConnections = 6, name = 'meadow', log } = options
  const pool = new pg.Pool({
    ...CONNECTION_OPTIONS,
    connectionString,
    max: maxConnections,
    application_name: name,
    idleTimeoutMillis: 30_000,
  })
  const logLoss = (error: Error) => log?.warn({ err: error }, 'a connection to PostgreSQL was lost')
  pool.on('error', logLoss) // idle connections: the pool replaces them
  pool.on('connect', (client) => client.on('error', () => {})) // busy connections: the query reports the error
  return Object.assign(pool, {
    registerMetrics: createPoolMetrics(name, () => pool),
    async [Symbol.asyncDispose]() {
      if (!pool.ending) await pool.end()
    },
  })
}
