import { createJwkEncryption, type JwkEncryption } from '@meadow/service'

/** Creates the encryption of the private VAPID keys in the store. */
export const createVapidKeyEncryption = (encryptionKeys: readonly Buffer[]): JwkEncryption =>
  createJwkEncryption(encryptionKeys, {
    keyName: 'VAPID key',
    variable: 'PUSH_KEY_ENCRYPTION_KEY',
    advice:
      'If it is lost, delete the rows of push_subscriptions and vapid_keys: browsers subscribe again at their next start',
  })
