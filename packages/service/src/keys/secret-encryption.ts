import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts secrets in a store. An encrypted one is `v1.<encryption key>.<nonce>.<ciphertext>.<tag>`. */
export type SecretEncryption = {
  /** The beginning of what `encrypt` returns; undefined without an encryption key. */
  readonly prefix: string | undefined
  /** Returns the secret encrypted by the first encryption key; unchanged if there is none. `id` names its row. */
  encrypt(id: string, secret: string): string
  /** Returns a secret, also one that is stored in clear. @throws Error that names the variable if no encryption key fits */
  decrypt(id: string, stored: string): string
}

/** The words of the error if an encryption key is missing: the kind of the stored secrets, the variable, and what else helps. */
export type SecretEncryptionTexts = { keyName: string; variable: string; advice: string }

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const AUTH_TAG_BYTES = 16

/**
 * Creates the encryption with AES-256-GCM; the id is authenticated, so that two rows cannot be exchanged. The first of the
 * `encryptionKeys` encrypts, all of them decrypt. Without any, secrets are stored in clear.
 */
export function createSecretEncryption(
  encryptionKeys: readonly Buffer[],
  texts: SecretEncryptionTexts,
): SecretEncryption {
  const keysById = new Map(encryptionKeys.map((key) => [toEncryptionKeyId(key), key]))
  const [first] = keysById
  const prefix = first && `v1.${first[0]}.`
  return {
    prefix,
    encrypt(id, secret) {
      if (!first) return secret
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, first[1], nonce).setAAD(Buffer.from(id))
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return prefix + [nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.')
    },
    decrypt(id, stored) {
      if (!stored.includes('.')) return stored
      const [version, keyId = '', ...parts] = stored.split('.')
      const [nonce, ciphertext, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
      const key = keysById.get(keyId)
      if (version !== 'v1' || !key || !nonce || !ciphertext || !tag)
        throw new Error(explainMissingKey(id, keyId, texts))
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: AUTH_TAG_BYTES })
        .setAAD(Buffer.from(id))
        .setAuthTag(tag)
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
    },
  }
}

/** Identifies an encryption key in the store, without revealing it. */
const toEncryptionKeyId = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

const explainMissingKey = (id: string, keyId: string, { keyName, variable, advice }: SecretEncryptionTexts) =>
  `The ${keyName} ${id} is encrypted with the key ${keyId}, which is not in ${variable}. Add it to the list. ${advice}`
