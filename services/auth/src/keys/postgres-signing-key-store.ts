import { withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { SigningKeysTable } from '../schema.ts'
import type { SigningKey, SigningKeyStore } from './signing-key-store.ts'

type SigningKeyRow = SigningKeysTable & { private_jwk: SigningKey['privateJwk'] }

const toSigningKey = ({ kid, private_jwk: privateJwk, created_at: createdAt }: SigningKeyRow): SigningKey => ({
  kid,
  privateJwk,
  createdAt,
})

/** Creates the signing-key store on PostgreSQL. A table lock serialises concurrent first starts. */
export function createPostgresSigningKeyStore(pool: Pool): SigningKeyStore {
  return {
    loadOrCreate: (create) =>
      withPostgresTransaction(pool, async (tx) => {
        await tx.query('lock table signing_keys in share row exclusive mode')
        const { rows } = await tx.query<SigningKeyRow>(
          'select kid, private_jwk, created_at from signing_keys order by created_at desc, kid',
        )
        if (rows.length > 0) return rows.map(toSigningKey)
        const first = await create()
        await tx.query('insert into signing_keys (kid, private_jwk, created_at) values ($1, $2, $3)', [
          first.kid,
          first.privateJwk,
          first.createdAt,
        ])
        return [first]
      }),
  }
}
