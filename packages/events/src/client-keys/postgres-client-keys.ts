import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { ClientKeyStore } from './client-keys.ts'

const KEPT_DAYS = 1
const AT_ONCE = 5_000

/** The client keys in the tables of a service, as `db` sees them: a transaction to take one. */
export const createPostgresClientKeyStore = (db: Queryable): ClientKeyStore => ({
  async claim({ memberId, call, key, fingerprint }, id) {
    const { rows } = await db.query<{ made_id: string; fingerprint: string }>({
      name: 'take-client-key',
      // an update that changes nothing locks the note that is there, so that the sweep cannot take it away meanwhile
      text: `insert into client_keys as noted (member_id, call, key, fingerprint, made_id) values ($1, $2, $3, $4, $5)
             on conflict (member_id, call, key) do update set made_id = noted.made_id
             returning made_id, fingerprint`,
      values: [memberId, call, key, fingerprint, id],
    })
    const [noted] = rows
    if (noted?.fingerprint !== fingerprint) throw new DomainError('key_reused')
    return noted.made_id === id ? undefined : noted.made_id
  },
  async deleteExpired() {
    const { rowCount } = await db.query(
      `delete from client_keys where (member_id, call, key) in (
         select member_id, call, key from client_keys where taken_at < now() - make_interval(days => $1) limit $2)`,
      [KEPT_DAYS, AT_ONCE],
    )
    return rowCount === AT_ONCE
  },
})
