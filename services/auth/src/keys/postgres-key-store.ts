import { transaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { KeyStore, StoredKey } from './key-store.ts'

export function postgresKeyStore(pool: Pool): KeyStore {
  return {
    all: (make) =>
      transaction(pool, async (tx) => {
        await tx.query('lock table signing_keys in share row exclusive mode')
        const { rows } = await tx.query<StoredKey>(
          `select kid, private_jwk as "privateJwk", created_at as "createdAt"
           from signing_keys order by created_at desc, kid`,
        )
        if (rows.length > 0) return rows
        const first = await make()
        await tx.query('insert into signing_keys (kid, private_jwk, created_at) values ($1, $2, $3)', [
          first.kid,
          first.privateJwk,
          first.createdAt,
        ])
        return [first]
      }),
  }
}
