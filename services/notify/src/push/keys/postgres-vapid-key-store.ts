import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { VapidKeysTable } from '../../schema.ts'
import type { StoredVapidKeys, VapidKey } from './vapid-key.ts'
import type { VapidKeyStore } from './vapid-key-store.ts'

type VapidKeyRow = VapidKeysTable & { private_jwk: VapidKey['jwk']; is_used: boolean }

const READ_KEYS = `
  select k.public_key, k.private_jwk, k.created_at,
    exists (select from push_subscriptions s where s.vapid_key = k.public_key) as is_used
  from vapid_keys k`

type ReadTime = (db: Queryable) => Promise<Date>

/** Creates the store of VAPID keys on PostgreSQL. `readTime` is the clock of the server, except in tests. */
export function createPostgresVapidKeyStore(pool: PostgresPool, readTime: ReadTime = readServerTime): VapidKeyStore {
  const readKeys = async (db: Queryable): Promise<StoredVapidKeys> => {
    const { rows } = await db.query<VapidKeyRow>(READ_KEYS)
    const usedKeys = new Set(rows.filter((row) => row.is_used).map((row) => row.public_key))
    return { keys: rows.map(toVapidKey), usedKeys, time: await readTime(db) }
  }
  return {
    read: () => readKeys(pool),
    change: (decide) =>
      withPostgresTransaction(pool, async (tx) => {
        await tx.query('lock table vapid_keys in share row exclusive mode') // readers are not blocked
        const { put = [], removedKeys = [] } = decide(await readKeys(tx))
        for (const key of put) await putKey(tx, key)
        await tx.query(
          `delete from vapid_keys k where public_key = any($1)
             and not exists (select from push_subscriptions s where s.vapid_key = k.public_key)`,
          [removedKeys],
        )
        return readKeys(tx)
      }),
  }
}

async function putKey(tx: Queryable, { publicKey, jwk, createdAt }: VapidKey): Promise<void> {
  await tx.query(
    `insert into vapid_keys (public_key, private_jwk, created_at) values ($1, $2, $3)
     on conflict (public_key) do update set private_jwk = excluded.private_jwk`,
    [publicKey, jwk, createdAt],
  )
}

async function readServerTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ time: Date }>('select clock_timestamp() as time')
  return rows[0]?.time ?? new Date()
}

const toVapidKey = ({ public_key, private_jwk, created_at }: VapidKeyRow): VapidKey => ({
  publicKey: public_key,
  jwk: private_jwk,
  createdAt: created_at,
})
