import type { DomainEvent } from '@meadow/contracts'
import {
  listenForCommitSignals,
  openPostgresSession,
  type PostgresSession,
  type Queryable,
  signalOnCommit,
} from '@meadow/storage'
import type { Pool } from 'pg'
import { toEventMessage } from '../bus/bus.ts'
import type { OutboxTable } from '../schema.ts'
import { type Outbox, type OutboxMessage, toOutboxMessage } from './outbox.ts'

/**
 * Appends events to the outbox in the transaction `tx` of the write that causes them. The transaction must have locked the
 * aggregate's row before, so that the outbox keeps the aggregate's order. The commit wakes the relay.
 * @throws Error if no contract defines an event's type
 */
export async function appendToPostgresOutbox(
  tx: Queryable,
  events: DomainEvent | readonly DomainEvent[],
): Promise<void> {
  const list = Array.isArray(events) ? (events as readonly DomainEvent[]) : [events as DomainEvent]
  const messages = list.map((event) => ({ ...toEventMessage(event), id: event.id }))
  await appendMessagesToPostgresOutbox(tx, messages)
}

/**
 * Builds a statement that appends messages to the outbox. `source` returns an id, a topic, a key and the JSON of an event for
 * each. After its commit call `signalOnCommit`, which wakes the relay.
 */
export const appendToOutboxSql = (source: string): string => `insert into outbox (id, topic, key, event) ${source}`

/** Returns the id, the topic, the key and the JSON of an event. @throws Error if no contract defines its type */
export function toOutboxValues(event: DomainEvent): [id: string, topic: string, key: string, json: string] {
  const { topic, key, value } = toEventMessage(event)
  return [event.id, topic, key, value]
}

/** Appends messages to the outbox in the transaction `tx`. The commit wakes the relay. */
export async function appendMessagesToPostgresOutbox(tx: Queryable, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return
  await tx.query({
    name: 'append-to-outbox',
    text: appendToOutboxSql(`
      select id, topic, key, event
      from unnest($1::uuid[], $2::text[], $3::text[], $4::json[])
        with ordinality as t (id, topic, key, event, index) order by index`),
    values: [
      messages.map(({ id }) => id),
      messages.map(({ topic }) => topic),
      messages.map(({ key }) => key),
      messages.map(({ value }) => value),
    ],
  })
  signalOnCommit(tx)
}

const BACKLOG_QUERY = `
  select (select count(*)::int from (select 1 from outbox limit 100000) as counted) as length,
    (select coalesce(event ->> 'time', event ->> 'failedAt') from outbox order by position limit 1) as oldest`

const LOCK_KEY = `hashtextextended('outbox', 0)`

/**
 * A lost deletion only publishes the events again, so it does not wait for the disk. The outbox is nearly always empty when
 * PostgreSQL analyzes it: the plans of then would read the whole table for each batch of a backlog.
 */
const SESSION_SETTINGS = 'set synchronous_commit = off; set enable_seqscan = off; set enable_sort = off'

/**
 * Creates the outbox of a service in PostgreSQL. An advisory lock on a connection of its own lets one process at a time
 * publish.
 */
export function createPostgresOutbox(pool: Pool): Outbox {
  let session: PostgresSession | undefined
  let lockedSession: PostgresSession | undefined
  let lastWork: Promise<unknown> = Promise.resolve()

  async function closeSession(): Promise<void> {
    await session?.[Symbol.asyncDispose]()
    session = undefined
  }

  async function getSession(): Promise<PostgresSession> {
    if (session?.lost.aborted) await closeSession()
    if (session) return session
    session = await openPostgresSession(pool, 'meadow relay')
    await session.query(SESSION_SETTINGS)
    return session
  }

  async function runWithLock<T>(work: () => Promise<T>): Promise<T | undefined> {
    const current = await getSession()
    const { rows } = await current.query(`select pg_try_advisory_lock(${LOCK_KEY}) as locked`)
    if (!rows[0]?.locked) return undefined
    lockedSession = current
    try {
      return await work()
    } finally {
      lockedSession = undefined
      await current.query(`select pg_advisory_unlock(${LOCK_KEY})`).catch(closeSession) // closing releases the lock
    }
  }

  const getQueryable = () => lockedSession ?? pool

  return {
    runExclusively(work) {
      const result = lastWork.then(() => runWithLock(work)) // the lock does not serialise calls on one connection
      lastWork = result.catch(() => {})
      return result
    },
    async hasPending() {
      const query = { name: 'has-pending-events', text: 'select exists (select from outbox) as "hasPending"' }
      const { rows } = await (await getSession()).query<{ hasPending: boolean }>(query)
      return rows[0]?.hasPending ?? false
    },
    async readPending(limit) {
      const { rows } = await getQueryable().query<Pick<OutboxTable, 'id' | 'topic' | 'key'> & { value: string }>({
        name: 'read-pending-events',
        text: 'select id, topic, key, event::text as value from outbox order by position limit $1',
        values: [limit],
      })
      return rows.map(toOutboxMessage)
    },
    async measureBacklog() {
      const { rows } = await pool.query<{ length: number; oldest: string | null }>(BACKLOG_QUERY)
      const { length = 0, oldest = null } = rows[0] ?? {}
      return { length, oldest: oldest === null ? undefined : new Date(oldest) }
    },
    async markPublished(ids) {
      await getQueryable().query({
        name: 'delete-published-events',
        text: 'delete from outbox where id = any($1::uuid[])',
        values: [ids],
      })
    },
    onAppended: (listener) => listenForCommitSignals(pool, listener),
    [Symbol.asyncDispose]: closeSession,
  }
}
