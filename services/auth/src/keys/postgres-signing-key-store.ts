import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { SigningKeysTable } from '../schema.ts'
import type { SigningKey } from './signing-key.ts'
import type { SigningKeyStore, StoredSigningKeys } from './signing-key-store.ts'

type SigningKeyRow = SigningKeysTable & { private_jwk: SigningKey['jwk'] }

const READ_KEYS = `
  select kid, private_jwk, created_at, signs_from from signing_keys order by coalesce(signs_from, created_at), kid`

type ReadTime = (db: Queryable) => Promise<Date>

/** Creates the signing-key store on PostgreSQL. `readTime` is the clock of the server, except in tests. */
export function createPostgresSigningKeyStore(pool: Pool, readTime: ReadTime = readServerTime): SigningKeyStore {
  const readKeys = async (db: Queryable): Promise<StoredSigningKeys> => {
    const { rows } = await db.query<SigningKeyRow>(READ_KEYS)
    return { keys: rows.map(toSigningKey), time: await readTime(db) }
  }
  return {
    read: () => readKeys(pool),
    change: (decide) =>
      withPostgresTransaction(pool, async (tx) => {
        await tx.query('lock table signing_keys in share row exclusive mode') // readers are not blocked
        const { put = [], removedKids = [] } = await decide(await readKeys(tx))
        for (const key of put) await putKey(tx, key)
        await tx.query('delete from signing_keys where kid = any($1)', [removedKids])
        return readKeys(tx)
      }),
  }
}

async function putKey(tx: Queryable, { kid, jwk, createdAt, signsFrom }: SigningKey): Promise<void> {
  await tx.query(
    `insert into signing_keys (kid, private_jwk, created_at, signs_from) values ($1, $2, $3, $4)
     on conflict (kid) do update set private_jwk = excluded.private_jwk, signs_from = excluded.signs_from`,
    [kid, jwk, createdAt, signsFrom],
  )
}

async function readServerTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ time: Date }>('select clock_timestamp() as time')
  return rows[0]?.time ?? new Date()
}

const toSigningKey = ({ kid, private_jwk, created_at, signs_from }: SigningKeyRow): SigningKey => ({
  kid,
  jwk: private_jwk,
  createdAt: created_at,
  signsFrom: signs_from ?? created_at,
})
