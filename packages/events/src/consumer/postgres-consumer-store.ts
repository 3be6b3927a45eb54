import { withPostgresTransaction } from '@meadow/storage'
import type { Pool, PoolClient } from 'pg'
import type { InboxTable } from '../schema.ts'
import type { ConsumerStore, Inbox } from './consumer-store.ts'

/** Longer than the retention of any bus. */
const RETENTION_DAYS = 14
const BATCH_SIZE = 5_000

const createPostgresInbox = (tx: PoolClient): Inbox => ({
  async insertNew(consumer, ids) {
    const { rows } = await tx.query<Pick<InboxTable, 'id'>>({
      name: 'insert-into-inbox',
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
      [RETENTION_DAYS, BATCH_SIZE],
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
})
