import type { Logger, MetricsSource } from '@meadow/service'
import pg from 'pg'
import { toDatabaseUrl } from './database-url.ts'
import { ensureDatabase } from './ensure-database.ts'
import { createPoolMetrics } from './pool-metrics.ts'

/** A pool of connections to one database; disposing of it ends them. */
export type PostgresPool = pg.Pool & AsyncDisposable & MetricsSource

/** What can be asked: a pool, or the client of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>

type PostgresOptions = {
  /** Used when the address has no path; created where the role may. */
  database?: string
  /** How many connections at most. @default 6 */
  maxConnections?: number
  /** What PostgreSQL shows as `application_name`. */
  name?: string
  log?: Logger
}

/** What every connection keeps to, in milliseconds. The server ends a statement; the client gives up on a silent server. */
export const CONNECTION_OPTIONS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 2_000,
  query_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
} as const

/** Opens a small pool on the database of `url`. Its connections are made when they are needed. @throws when it is away */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<PostgresPool> {
  const connectionString = toDatabaseUrl(url, options.database)
  await ensureDatabase(connectionString)
  const { maxConnections: max = 6, name = 'meadow', log } = options
  const pool = new pg.Pool({
    ...CONNECTION_OPTIONS,
    connectionString,
    max,
    application_name: name,
    idleTimeoutMillis: 30_000,
  })
  const note = (error: Error) => log?.warn({ err: error }, 'a connection to PostgreSQL was lost')
  pool.on('error', note) // idle connections: the pool replaces them
  pool.on('connect', (client) => client.on('error', () => {})) // busy ones: the query reports it
  return Object.assign(pool, {
    registerMetrics: createPoolMetrics(name, () => pool),
    async [Symbol.asyncDispose]() {
      if (!pool.ending) await pool.end()
    },
  })
}
