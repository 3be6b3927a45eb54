import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { ClientKeysTable } from '../schema.ts'
import type { ClientKeyStore } from './client-key-store.ts'

const BATCH_SIZE = 5_000

export type ClaimedKeyRow = Pick<ClientKeysTable, 'made_id' | 'fingerprint'>

/**
 * Builds the statement that claims a client key. `source` returns the member, the call, the key, the fingerprint and the id of
 * the new entity. It returns the row of the key, which may be that of an earlier claim.
 */
// The update changes nothing but locks an existing row, so that the cleanup cannot delete it meanwhile
export const claimClientKeySql = (source: string): string => `
  insert into client_keys as existing (member_id, call, key, fingerprint, made_id) ${source}
  on conflict (member_id, call, key) do update set made_id = existing.made_id
  returning made_id, fingerprint`

/**
 * Returns the id of the entity that an earlier call created under the key; undefined for the first claim, by the new entity
 * `id`. @throws key_reused if the earlier call had another body
 */
export function readEarlierId(row: ClaimedKeyRow | undefined, fingerprint: string, id: string): string | undefined {
  if (row?.fingerprint !== fingerprint) throw new DomainError('key_reused')
  return row.made_id === id ? undefined : row.made_id
}

/** Creates the client key store in PostgreSQL. To claim a key, `db` must be a transaction. */
export const createPostgresClientKeyStore = (db: Queryable): ClientKeyStore => ({
  async claim({ memberId, call, key, fingerprint }, id) {
    const { rows } = await db.query<ClaimedKeyRow>({
      name: 'claim-client-key',
      text: claimClientKeySql('values ($1, $2, $3, $4, $5)'),
      values: [memberId, call, key, fingerprint, id],
    })
    return readEarlierId(rows[0], fingerprint, id)
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
