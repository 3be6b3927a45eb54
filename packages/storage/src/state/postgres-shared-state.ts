import type { QueryResultRow } from 'pg'
import { createLazyResource } from '../lazy-resource.ts'
import { openPostgres } from '../postgres/open-postgres.ts'
import { createPoolMetrics } from '../postgres/pool-metrics.ts'
import { POSTGRES_POOL_SIZES } from '../postgres/pool-sizes.ts'
import { openPostgresSession } from '../postgres/postgres-session.ts'
import { prepareSchema } from '../postgres/prepare-schema.ts'
import { createChannelSubscriber } from './channel-subscriber.ts'
import { deleteExpiredEntries } from './entries-cleanup.ts'
import { assertPayloadSize } from './payload-size.ts'
import type { EntriesTable } from './schema.ts'
import type { ExpectedChange, SharedState, SharedStateOptions } from './shared-state.ts'
import { stateMigrations } from './state-migrations.ts'

const CONNECTION_NAME = 'meadow state'
const CLEANUP_INTERVAL_MS = 60_000

/**
 * Parameters: keys, values, expected values (null for none), the expiry, and now. Returns the keys that were set. Rows are
 * locked in the order of their keys, so that two instances do not wait for each other.
 */
const COMPARE_AND_SET_MANY = `
  with change as (
    select * from unnest($1::text[], $2::text[], $3::text[]) as change (key, value, expected) order by key
  ), locked as (
    select key, value from entries where key = any($1) and expires_at > $5 order by key for update
  ), updated as (
    update entries set value = change.value, expires_at = $4 from change join locked using (key)
    where entries.key = locked.key and locked.value = change.expected
    returning entries.key
  ), inserted as (
    insert into entries as current (key, value, expires_at)
    select key, value, $4 from change where expected is null
    on conflict (owner, key) do update set value = excluded.value, expires_at = excluded.expires_at
    where current.expires_at <= $5
    returning key
  )
  select key from updated union all select key from inserted`

/** Opens the shared state in PostgreSQL: an unlogged table whose rows expire, and NOTIFY. */
export function openPostgresSharedState(url: string, { now, log, autoMigrate }: SharedStateOptions): SharedState {
  const pool = createLazyResource(async () => {
    const opened = await openPostgres(url, {
      database: 'meadow_state',
      maxConnections: POSTGRES_POOL_SIZES.state,
      name: CONNECTION_NAME,
      ...(log && { log }),
    })
    try {
      await prepareSchema(opened, { migrations: [stateMigrations], autoMigrate, log })
      return opened
    } catch (error) {
      await opened[Symbol.asyncDispose]()
      throw error
    }
  })
  const listener = createChannelSubscriber(async () => {
    const session = await openPostgresSession(await pool(), `${CONNECTION_NAME} listener`)
    return {
      subscribe: session.listen,
      unsubscribe: session.unlisten,
      ping: () => session.query('select 1'),
      lost: session.lost,
      [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
    }
  }, log)
  const getExpiry = (ttlSeconds: number) => new Date(now().getTime() + ttlSeconds * 1_000)
  const query = async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
    (await pool()).query<Row>(text, values)

  const cleanup = async () => deleteExpiredEntries(await pool(), now())
  const cleanupTimer = setInterval(() => cleanup().catch(() => {}), CLEANUP_INTERVAL_MS).unref() // repeated in the next minute

  async function compareAndSetMany(changes: readonly ExpectedChange[], ttlSeconds: number): Promise<Set<string>> {
    const { rows } = await query<Pick<EntriesTable, 'key'>>(COMPARE_AND_SET_MANY, [
      changes.map(({ key }) => key),
      changes.map(({ value }) => value),
      changes.map(({ expected }) => expected ?? null),
      getExpiry(ttlSeconds),
      now(),
    ])
    return new Set(rows.map(({ key }) => key))
  }

  return {
    async get(key) {
      const { rows } = await query<Pick<EntriesTable, 'value'>>(
        'select value from entries where key = $1 and expires_at > $2',
        [key, now()],
      )
      return rows[0]?.value
    },
    async getMany(keys) {
      const { rows } = await query<Pick<EntriesTable, 'key' | 'value'>>(
        'select key, value from entries where key = any($1) and expires_at > $2',
        [keys, now()],
      )
      return new Map(rows.map(({ key, value }) => [key, value]))
    },
    async set(key, value, ttlSeconds) {
      await query(
        `insert into entries (key, value, expires_at) values ($1, $2, $3)
         on conflict (owner, key) do update set value = excluded.value, expires_at = excluded.expires_at`,
        [key, value, getExpiry(ttlSeconds)],
      )
    },
    compareAndSet: async (key, expected, value, ttlSeconds) =>
      (await compareAndSetMany([{ key, expected, value }], ttlSeconds)).has(key),
    compareAndSetMany,
    async delete(key) {
      await query('delete from entries where key = $1', [key])
    },
    async increment(key, by, ttlSeconds) {
      const { rows } = await query<Pick<EntriesTable, 'value'>>(
        `insert into entries as current (key, value, expires_at) values ($1, $2::bigint::text, $3)
         on conflict (owner, key) do update set
           value = case when current.expires_at > $4 then (current.value::bigint + $2::bigint)::text else excluded.value end,
           expires_at = case when current.expires_at > $4 then current.expires_at else excluded.expires_at end
         returning value`,
        [key, by, getExpiry(ttlSeconds), now()],
      )
      return Number(rows[0]?.value)
    },
    async publish(channel, payload) {
      assertPayloadSize(payload)
      await query('select pg_notify($1, $2)', [channel, payload])
    },
    subscribe: listener.subscribe,
    registerMetrics: createPoolMetrics(CONNECTION_NAME, pool.current),
    async ping() {
      await query('select 1')
    },
    async [Symbol.asyncDispose]() {
      clearInterval(cleanupTimer)
      await listener[Symbol.asyncDispose]()
      await pool[Symbol.asyncDispose]()
    },
  }
}
