import { withPostgresTransaction } from '@meadow/storage'
import type { Pool, PoolClient } from 'pg'
import type { ConsumerStore, Inbox } from './store.ts'

/** Longer than any bus keeps an event. */
const KEPT_DAYS = 14
const AT_ONCE = 5_000

const postgresInbox = (tx: PoolClient): Inbox => ({
  async insertNew(consumer, ids) {
    const { rows } = await tx.query<{ id: string }>({
      name: 'take-new',
      text: `insert into inbox (consumer, id) select distinct $1, id from unnest($2::uuid[]) as t (id) order by id
             on conflict do nothing returning id`,
      values: [consumer, ids],
    })
    return new Set(rows.map(({ id }) => id))
  },
  async deleteExpired() {
    const { rowCount } = await tx.query(
      `delete from inbox where (consumer, id) in (
         select consumer, id from inbox where taken_at < now() - make_interval(days => $1) limit $2)`,
      [KEPT_DAYS, AT_ONCE],
    )
    return rowCount === AT_ONCE
  },
})

/** The store of a service in PostgreSQL; `bind` gives its ports as one transaction sees them. */
export const createPostgresConsumerStore = <Bound>(
  pool: Pool,
  bind: (tx: PoolClient) => Bound,
): ConsumerStore<Bound> => ({
  transaction: (work) => withPostgresTransaction(pool, (tx) => work(bind(tx), postgresInbox(tx))),
})
