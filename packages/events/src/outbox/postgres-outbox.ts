import type { DomainEvent } from '@meadow/contracts'
import { listenForCommitSignals, openPostgresSession, type PostgresSession } from '@meadow/storage'
import type { Pool } from 'pg'
import type { Outbox } from './outbox.ts'

const BACKLOG = `
  select (select count(*)::int from (select 1 from outbox limit 100000) as counted) as length,
    (select event ->> 'time' from outbox order by position limit 1) as oldest`

const LOCK = `hashtextextended('outbox', 0)`

/** The outbox in the tables of a service. One connection beside the pool takes turns with other processes by a lock. */
export function createPostgresOutbox(pool: Pool): Outbox {
  let session: PostgresSession | undefined
  let held: PostgresSession | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function close(): Promise<void> {
    await session?.[Symbol.asyncDispose]()
    session = undefined
  }

  async function connected(): Promise<PostgresSession> {
    if (session?.lost.aborted) await close()
    if (session) return session
    session = await openPostgresSession(pool, 'meadow relay')
    await session.query('set synchronous_commit = off') // what a crash does not remove is published again
    return session
  }

  async function turn<T>(work: () => Promise<T>): Promise<T | undefined> {
    const mine = await connected()
    const { rows } = await mine.query(`select pg_try_advisory_lock(${LOCK}) as locked`)
    if (!rows[0]?.locked) return undefined
    held = mine
    try {
      return await work()
    } finally {
      held = undefined
      await mine.query(`select pg_advisory_unlock(${LOCK})`).catch(close) // the lock goes with its connection
    }
  }

  const ask = () => held ?? pool

  return {
    runExclusively(work) {
      const result = last.then(() => turn(work)) // the lock does not keep a connection from itself
      last = result.catch(() => {})
      return result
    },
    async hasPending() {
      const look = { name: 'some-wait', text: 'select exists (select from outbox) as some' }
      const { rows } = await (await connected()).query<{ some: boolean }>(look)
      return rows[0]?.some ?? false
    },
    async readPending(limit) {
      const { rows } = await ask().query<{ event: DomainEvent }>({
        name: 'pending-events',
        text: 'select event from outbox order by position limit $1',
        values: [limit],
      })
      return rows.map(({ event }) => event)
    },
    async measureBacklog() {
      const { rows } = await pool.query<{ length: number; oldest: string | null }>(BACKLOG)
      const { length = 0, oldest = null } = rows[0] ?? {}
      return { length, oldest: oldest === null ? undefined : new Date(oldest) }
    },
    async markPublished(ids) {
      await ask().query({ name: 'published', text: 'delete from outbox where id = any($1::uuid[])', values: [ids] })
    },
    onAppended: (listener) => listenForCommitSignals(pool, listener),
    async [Symbol.asyncDispose]() {
      await last
      await close()
    },
  }
}
