import type { JWK } from 'jose'

/** A signing key as it is kept: whole, because only its owner reads it. */
export type StoredKey = { kid: string; privateJwk: JWK; createdAt: Date }

/** Where signing keys live. */
export type KeyStore = {
  /** All keys, the newest first. Where there is none yet, the one that `make` makes is kept, whoever else starts now. */
  all(make: () => Promise<StoredKey>): Promise<StoredKey[]>
}
