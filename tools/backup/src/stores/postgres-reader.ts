import pg from 'pg'

const FETCH_SIZE = 500
const CONNECT_TIMEOUT_MS = 5_000

/** A connection without time-outs, because a backup reads for a long time. */
export type PostgresReader = AsyncDisposable & {
  client: pg.Client
  /** Reads the rows of a query, each as a line of JSON. Only in a transaction. */
  readLines(query: string): AsyncGenerator<string[]>
}

/** Connects to a database. @throws Error when it is away or does not exist */
export async function openPostgresReader(connectionString: string): Promise<PostgresReader> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'meadow backup',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  client.on('error', () => {}) // the running query reports the error
  await client.connect()
  await client.query("set timezone = 'UTC'")
  let cursorCount = 0

  return {
    client,
    async *readLines(query) {
      const cursor = `lines_${cursorCount++}`
      // A line break in a value of type json is white space between two tokens: strings contain none.
      const toLine = `replace(row_to_json(r)::text, E'\\n', ' ')`
      await client.query(`declare ${cursor} no scroll cursor for select ${toLine} as line from (${query}) r`)
      for (;;) {
        const { rows } = await client.query<{ line: string }>(`fetch ${FETCH_SIZE} from ${cursor}`)
        if (rows.length > 0) yield rows.map(({ line }) => line)
        if (rows.length < FETCH_SIZE) break
      }
      await client.query(`close ${cursor}`)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
