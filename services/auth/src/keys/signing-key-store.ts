import type { JWK } from 'jose'

/** A signing key as auth stores it, with its private part. */
export type SigningKey = { kid: string; privateJwk: JWK; createdAt: Date }

/** Stores the signing keys. */
export type SigningKeyStore = {
  /** Returns all keys, newest first. If there is none, stores the key that `create` returns, once for all instances. */
  loadOrCreate(create: () => Promise<SigningKey>): Promise<SigningKey[]>
}
