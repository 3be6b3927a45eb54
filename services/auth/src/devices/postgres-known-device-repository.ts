import type { Pool } from 'pg'
import type { KnownDevicesTable } from '../schema.ts'
import type { KnownDeviceRepository } from './known-device-repository.ts'

const MAX_DEVICES_PER_ACCOUNT = 50

/** Creates the repository of known devices on PostgreSQL. */
export function createPostgresKnownDeviceRepository(pool: Pool): KnownDeviceRepository {
  return {
    async findAccountIds(idHash, oldest) {
      const { rows } = await pool.query<Pick<KnownDevicesTable, 'account_id'>>(
        'select account_id from known_devices where id_hash = $1 and last_used_at > $2',
        [idHash, oldest],
      )
      return rows.map(({ account_id }) => account_id)
    },

    async remember({ accountId, idHash, lastUsedAt }, oldest) {
      await pool.query(
        `with remembered as (
           insert into known_devices (id_hash, account_id, last_used_at) values ($1, $2, $3)
           on conflict (id_hash, account_id) do update set last_used_at = excluded.last_used_at)
         delete from known_devices where account_id = $2 and id_hash <> $1 and (last_used_at <= $4 or id_hash in (
           select id_hash from known_devices where account_id = $2 and id_hash <> $1
           order by last_used_at desc, id_hash offset $5))`,
        [idHash, accountId, lastUsedAt, oldest, MAX_DEVICES_PER_ACCOUNT - 1],
      )
    },
  }
}
