import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { CONNECTION_OPTIONS, type Queryable } from './open-postgres.ts'

/** One connection of its own beside a pool, for what a connection holds: advisory locks and LISTEN. */
export type PostgresSession = AsyncDisposable & {
  query: Queryable['query']
  /** Calls back with the payload of every NOTIFY on `channel`, until the session ends. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  unlisten(channel: string): Promise<void>
  /** Aborted when the connection is gone, and with it all it held. */
  readonly lost: AbortSignal
}

const CLOSE_TIMEOUT_MS = 1_000

/** Connects once more to the database of `pool`. The one who opens it deals with its loss. @throws when it is away */
export async function openPostgresSession(pool: pg.Pool, name: string): Promise<PostgresSession> {
  const socket = new Socket()
  const gone = new AbortController()
  const client = new pg.Client({
    ...CONNECTION_OPTIONS,
    connectionString: pool.options.connectionString,
    application_name: name,
    stream: () => socket,
  })
  client.on('error', () => gone.abort())
  client.on('end', () => gone.abort())
  await client.connect()

  const onPayload = new Map<string, (payload: string) => void>()
  client.on('notification', ({ channel, payload }) => onPayload.get(channel)?.(payload ?? ''))

  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, as the protocol has it. A server that does not answer in time is as good as gone. */
  const query = async (...given: [string | pg.QueryConfig, unknown[]?]) => {
    try {
      const mine = last.catch(() => undefined).then(() => client.query(...given))
      last = mine
      return await mine
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') socket.destroy()
      throw error
    }
  }

  return {
    query: query as Queryable['query'],
    lost: gone.signal,
    async listen(channel, callback) {
      onPayload.set(channel, callback)
      await query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    async unlisten(channel) {
      onPayload.delete(channel)
      await query(`unlisten ${pg.escapeIdentifier(channel)}`)
    },
    async [Symbol.asyncDispose]() {
      const patience = new AbortController()
      await Promise.race([
        client.end(),
        setTimeout(CLOSE_TIMEOUT_MS, undefined, { signal: patience.signal }).catch(() => {}),
      ])
      patience.abort()
      socket.destroy()
    },
  }
}
