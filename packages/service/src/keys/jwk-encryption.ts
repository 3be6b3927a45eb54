import type { JsonWebKey } from 'node:crypto'
import { createSecretEncryption, type SecretEncryptionTexts } from './secret-encryption.ts'

/**
 * A JSON Web Key in the store. Its private part is in `d`, or encrypted in `encrypted_d` (`SecretEncryption`). A previous key has none.
 */
export type StoredJwk = JsonWebKey & { encrypted_d?: string }

/** Encrypts the private parts of keys in a store. */
export type JwkEncryption = {
  /** Returns the key with its private part encrypted by the first encryption key; unchanged if there is none. */
  encrypt(kid: string, jwk: JsonWebKey): StoredJwk
  /** Returns the private key. @throws Error that names the variable if no encryption key fits */
  decrypt(kid: string, stored: StoredJwk): JsonWebKey
  /** Returns true if the private part is stored as `encrypt` would store it. */
  isUpToDate(stored: StoredJwk): boolean
}

/** Returns the public part of a key. */
export const toPublicJwk = ({ kty, crv, x, y }: StoredJwk): JsonWebKey => ({ kty, crv, x, y }) as JsonWebKey

/** Creates the encryption of private keys (`createSecretEncryption`). Without an encryption key they are stored in clear. */
export function createJwkEncryption(encryptionKeys: readonly Buffer[], texts: SecretEncryptionTexts): JwkEncryption {
  const { prefix, encrypt, decrypt } = createSecretEncryption(encryptionKeys, texts)
  return {
    encrypt: (kid, jwk) =>
      prefix === undefined ? jwk : { ...toPublicJwk(jwk), encrypted_d: encrypt(kid, jwk.d ?? '') },
    decrypt: (kid, { encrypted_d, ...jwk }) =>
      encrypted_d === undefined ? jwk : { ...jwk, d: decrypt(kid, encrypted_d) },
    isUpToDate: ({ d, encrypted_d }) =>
      prefix === undefined ? d !== undefined : encrypted_d?.startsWith(prefix) === true,
  }
}
