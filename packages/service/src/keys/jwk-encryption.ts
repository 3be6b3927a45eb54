import { createCipheriv, createDecipheriv, createHash, type JsonWebKey, randomBytes } from 'node:crypto'

/**
 * A JSON Web Key in the store. Its private part is in `d`, or encrypted in `encrypted_d` as
 * `v1.<encryption key>.<nonce>.<ciphertext>.<tag>`. A previous key has none.
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

/** The words of the error if an encryption key is missing: the kind of the stored keys, the variable, and what else helps. */
export type JwkEncryptionTexts = { keyName: string; variable: string; advice: string }

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const AUTH_TAG_BYTES = 16

/** Returns the public part of a key. */
export const toPublicJwk = ({ kty, crv, x, y }: StoredJwk): JsonWebKey => ({ kty, crv, x, y }) as JsonWebKey

/**
 * Creates the encryption with AES-256-GCM; the key id is authenticated, so that two rows cannot be exchanged. The first
 * of the `encryptionKeys` encrypts, all of them decrypt. Without any, keys are stored in clear.
 */
export function createJwkEncryption(encryptionKeys: readonly Buffer[], texts: JwkEncryptionTexts): JwkEncryption {
  const keysById = new Map(encryptionKeys.map((key) => [toEncryptionKeyId(key), key]))
  const [first] = keysById

  return {
    encrypt(kid, jwk) {
      if (!first) return jwk
      const [id, key] = first
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(kid))
      const ciphertext = Buffer.concat([cipher.update(jwk.d ?? '', 'utf8'), cipher.final()])
      const parts = [nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'))
      return { ...toPublicJwk(jwk), encrypted_d: ['v1', id, ...parts].join('.') }
    },
    decrypt(kid, { encrypted_d, ...jwk }) {
      if (encrypted_d === undefined) return jwk
      const [version, id = '', ...parts] = encrypted_d.split('.')
      const [nonce, ciphertext, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
      const key = keysById.get(id)
      if (version !== 'v1' || !key || !nonce || !ciphertext || !tag) throw new Error(explainMissingKey(kid, id, texts))
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: AUTH_TAG_BYTES })
        .setAAD(Buffer.from(kid))
        .setAuthTag(tag)
      return { ...jwk, d: Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8') }
    },
    isUpToDate: ({ d, encrypted_d }) => (first ? encrypted_d?.startsWith(`v1.${first[0]}.`) === true : d !== undefined),
  }
}

/** Identifies an encryption key in the store, without revealing it. */
const toEncryptionKeyId = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

const explainMissingKey = (kid: string, id: string, { keyName, variable, advice }: JwkEncryptionTexts) =>
  `The ${keyName} ${kid} is encrypted with the key ${id}, which is not in ${variable}. Add it to the list. ${advice}`
