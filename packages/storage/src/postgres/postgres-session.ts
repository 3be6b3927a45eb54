import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Queryable, toConnectionOptions } from './open-postgres.ts'

/** A dedicated connection beside a pool, for features that belong to a session: advisory locks and LISTEN. */
export type PostgresSession = AsyncDisposable & {
  query: Queryable['query']
  /** Calls `onPayload` for every NOTIFY on `channel` until the session ends. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  unlisten(channel: string): Promise<void>
  /** Aborted when the connection is lost, with its locks and subscriptions. */
  readonly lost: AbortSignal
}

const CLOSE_TIMEOUT_MS = 1_000

/** Opens a session on the database of `pool`. It does not reconnect: see `lost`. @throws Error when PostgreSQL is away */
export async function openPostgresSession(pool: pg.Pool, name: string): Promise<PostgresSession> {
  const socket = new Socket()
  const lost = new AbortController()
  const client = new pg.Client({
    ...toConnectionOptions(pool.options.connectionString ?? ''),
    application_name: name,
    stream: () => socket,
  })
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  await client.connect()

  const onPayload = new Map<string, (payload: string) => void>()
  client.on('notification', ({ channel, payload }) => onPayload.get(channel)?.(payload ?? ''))

  let lastQuery: Promise<unknown> = Promise.resolve()

  /** Runs queries one after the other. After a time-out the connection counts as lost. */
  const query = async (...args: [string | pg.QueryConfig, unknown[]?]) => {
    try {
      const result = lastQuery.catch(() => undefined).then(() => client.query(...args))
      lastQuery = result
      return await result
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') socket.destroy()
      throw error
    }
  }

  return {
    query: query as Queryable['query'],
    lost: lost.signal,
    async listen(channel, callback) {
      onPayload.set(channel, callback)
      await query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    async unlisten(channel) {
      onPayload.delete(channel)
      await query(`unlisten ${pg.escapeIdentifier(channel)}`)
    },
    async [Symbol.asyncDispose]() {
      const timeout = new AbortController()
      await Promise.race([
        client.end(),
        setTimeout(CLOSE_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {}),
      ])
      timeout.abort()
      socket.destroy()
    },
  }
}
