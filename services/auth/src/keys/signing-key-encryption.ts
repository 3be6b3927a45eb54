import { createJwkEncryption, type JwkEncryption } from '@meadow/service'

/** Creates the encryption of the private signing keys in the store. */
export const createSigningKeyEncryption = (encryptionKeys: readonly Buffer[]): JwkEncryption =>
  createJwkEncryption(encryptionKeys, {
    keyName: 'signing key',
    variable: 'SIGNING_KEY_ENCRYPTION_KEY',
    advice: 'If it is lost, replace the signing keys: npm run keys -- rotate --revoke',
  })
