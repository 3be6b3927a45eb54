import pg from 'pg'

/** Shorter than the second after which a probe counts as failed. */
const PROBE_TIMEOUT_MS = 900
/** Longer than the interval between the probes of an orchestrator. */
const IDLE_TIMEOUT_MS = 60_000

/**
 * Creates a probe with one connection of its own, which it opens at the first ping and again after a loss. It responds
 * while all connections of a pool are busy.
 */
export function createPostgresProbe(connectionString: string, name: string) {
  const connection = new pg.Pool({
    connectionString,
    application_name: `${name} probe`,
    max: 1,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    statement_timeout: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
  })
  connection.on('error', () => {}) // the next ping opens another connection
  connection.on('connect', (client) => client.on('error', () => {})) // the ping reports the error
  return {
    async ping(): Promise<void> {
      await connection.query('select 1')
    },
    async [Symbol.asyncDispose]() {
      if (!connection.ending) await connection.end()
    },
  }
}
