import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { ClientKeysTable } from '../schema.ts'
import type { ClientKeyStore } from './client-key-store.ts'

const BATCH_SIZE = 5_000

/** Creates the client key store in PostgreSQL. To claim a key, `db` must be a transaction. */
export const createPostgresClientKeyStore = (db: Queryable): ClientKeyStore => ({
  async claim({ memberId, call, key, fingerprint }, id) {
    const { rows } = await db.query<Pick<ClientKeysTable, 'made_id' | 'fingerprint'>>({
      name: 'claim-client-key',
      // the update changes nothing but locks an existing row, so that the cleanup cannot delete it meanwhile
      text: `insert into client_keys as existing (member_id, call, key, fingerprint, made_id) values ($1, $2, $3, $4, $5)
             on conflict (member_id, call, key) do update set made_id = existing.made_id
             returning made_id, fingerprint`,
      values: [memberId, call, key, fingerprint, id],
    })
    const [row] = rows
    if (row?.fingerprint !== fingerprint) throw new DomainError('key_reused')
    return row.made_id === id ? undefined : row.made_id
  },
  async deleteExpired(before) {
    const { rowCount } = await db.query(
      `delete from client_keys where taken_at < $1 and ctid = any(array(
         select ctid from client_keys where taken_at < $1 order by taken_at limit $2))`,
      [before, BATCH_SIZE],
    )
    return rowCount === BATCH_SIZE
  },
})
