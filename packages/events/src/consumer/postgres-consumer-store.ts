import { toArrayParameter, withPostgresTransaction } from '@meadow/storage'
import type { Pool, PoolClient } from 'pg'
import { appendMessagesToPostgresOutbox } from '../outbox/postgres-outbox.ts'
import type { InboxTable } from '../schema.ts'
import { ANY_TYPE, type ConsumerStore, type Inbox } from './consumer-store.ts'
import { MAX_FAILURES } from './failure-limit.ts'

const BATCH_SIZE = 5_000

/** Returns the ids that were in the inbox before: nearly always none, while the new ones are a whole batch. */
const INSERT_QUERY = `
  with entry as (
    select distinct on (id) id, type from unnest($2::uuid[], $3::text[]) as t (id, type) order by id
  ), inserted as (
    insert into inbox (consumer, id, type) select $1, id, type from entry on conflict do nothing returning id
  )
  select id from entry where id not in (select id from inserted)`

/** Locks the failures until the end of the transaction. The next statement sees what others have committed before. */
const LOCK_FAILURES_QUERY = `
  select case when failed_at[${MAX_FAILURES}] > $3 then failed_at[${MAX_FAILURES}]::text end as since
  from consumer_failures where consumer = $1 and type = $2 for update`

/**
 * An index finds the first of these events at once. The planner would rather read the whole inbox, because it expects them
 * everywhere in it: so it may neither use a sequential scan nor know the limit.
 */
const COUNT_QUERY = `
  select count(*)::int as count from (
    select from inbox where consumer = $1 and taken_at >= $2::timestamptz and ($3 = '${ANY_TYPE}' or type = $3)
    limit (select $4::int)) as counted`

const RECORD_QUERY = `
  insert into consumer_failures (consumer, type, failed_at) values ($1, $2, array[now()])
  on conflict (consumer, type) do update set failed_at = (now() || consumer_failures.failed_at)[:${MAX_FAILURES}]`

const createPostgresInbox = (tx: PoolClient): Inbox => ({
  async insertNew(consumer, entries) {
    const ids = entries.map(({ id }) => id)
    const types = entries.map(({ type }) => type)
    const { rows } = await tx.query<Pick<InboxTable, 'id'>>({
      name: 'insert-into-inbox',
      text: INSERT_QUERY,
      values: [consumer, toArrayParameter(ids), toArrayParameter(types)],
    })
    const newIds = new Set(ids)
    for (const { id } of rows) newIds.delete(id)
    return newIds
  },
  async countEventsSinceFailures(consumer, type, { limit, after }) {
    const failures = await tx.query<{ since: string | null }>(LOCK_FAILURES_QUERY, [consumer, type, after])
    const since = failures.rows[0]?.since
    if (!since) return undefined
    await tx.query('set local enable_seqscan = off')
    const { rows } = await tx.query<{ count: number }>(COUNT_QUERY, [consumer, since, type, limit])
    return rows[0]?.count
  },
  async recordFailure(consumer, type) {
    await tx.query(RECORD_QUERY, [consumer, type])
  },
  appendDeadLetter: (message) => appendMessagesToPostgresOutbox(tx, [message]),
  async deleteExpired(before) {
    const { rowCount } = await tx.query(
      `delete from inbox where (consumer, id) in (
         select consumer, id from inbox where taken_at < $1 limit $2)`,
      [before, BATCH_SIZE],
    )
    return rowCount === BATCH_SIZE
  },
})

/** Creates the consumer store of a service in PostgreSQL. `bind` creates the service's ports for one transaction. */
export const createPostgresConsumerStore = <Bound>(
  pool: Pool,
  bind: (tx: PoolClient) => Bound,
): ConsumerStore<Bound> => ({
  transaction: (work) => withPostgresTransaction(pool, (tx) => work(bind(tx), createPostgresInbox(tx))),
  async ping() {
    await pool.query('select 1')
  },
})
