import type { QueryResultRow } from 'pg'
import { createLazyResource } from '../lazy-resource.ts'
import { getErrorCode } from '../postgres/error-code.ts'
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
/** PostgreSQL's error of a row that row security refuses. */
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * The value of a key is that of the own role. If it has none, it is one of another role that row security shows: presence that
 * chat writes, or that an earlier role of chat has left. The newest of these expires last.
 */
const VALUE_ORDER = 'owner = current_user desc, expires_at desc'

/**
 * Parameters: keys, values, expected values (null for none), the expiry, and now. Returns the keys that were set. Rows are
 * locked in the order of their keys, so that two instances do not wait for each other. A row that takes the place of one of
 * another role is inserted, since that one cannot be changed.
 */
const COMPARE_AND_SET_MANY = `
  with change as (
    select * from unnest($1::text[], $2::text[], $3::text[]) as change (key, value, expected) order by key
  ), locked as (
    select key, value from entries where owner = current_user and key = any($1) and expires_at > $5 order by key for update
  ), of_others as (
    select distinct on (key) key, value from entries
    where owner <> current_user and key = any($1) and expires_at > $5 order by key, expires_at desc
  ), updated as (
    update entries set value = change.value, expires_at = $4 from change join locked using (key)
    where entries.owner = current_user and entries.key = locked.key and locked.value = change.expected
    returning entries.key
  ), inserted as (
    insert into entries as current (key, value, expires_at)
    select key, change.value, $4 from change left join of_others using (key)
    where expected is not distinct from of_others.value and key not in (select key from locked)
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
  /** Runs a write. @throws Error that names the keys if the role may not set them, which no repetition changes */
  const write = <Row extends QueryResultRow>(keys: readonly string[], text: string, values: unknown[]) =>
    query<Row>(text, values).catch((cause) => {
      if (getErrorCode(cause) !== INSUFFICIENT_PRIVILEGE) throw cause
      throw new Error(`The shared state does not let this role set ${keys.join(', ')}`, { cause })
    })

  const cleanup = async () => deleteExpiredEntries(await pool(), now())
  const cleanupTimer = setInterval(() => cleanup().catch(() => {}), CLEANUP_INTERVAL_MS).unref() // repeated in the next minute

  async function compareAndSetMany(changes: readonly ExpectedChange[], ttlSeconds: number): Promise<Set<string>> {
    const keys = changes.map(({ key }) => key)
    const { rows } = await write<Pick<EntriesTable, 'key'>>(keys, COMPARE_AND_SET_MANY, [
      keys,
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
        `select value from entries where key = $1 and expires_at > $2 order by ${VALUE_ORDER} limit 1`,
        [key, now()],
      )
      return rows[0]?.value
    },
    async getMany(keys) {
      const { rows } = await query<Pick<EntriesTable, 'key' | 'value'>>(
        `select distinct on (key) key, value from entries where key = any($1) and expires_at > $2
         order by key, ${VALUE_ORDER}`,
        [keys, now()],
      )
      return new Map(rows.map(({ key, value }) => [key, value]))
    },
    async set(key, value, ttlSeconds) {
      await write(
        [key],
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
      const { rows } = await write<Pick<EntriesTable, 'value'>>(
        [key],
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
