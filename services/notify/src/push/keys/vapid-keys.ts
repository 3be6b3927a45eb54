import type { JwkEncryption } from '@meadow/service'
import { createVapidKey, findNewestKey, planVapidKeyChange, type StoredVapidKeys, type VapidKey } from './vapid-key.ts'
import type { VapidKeyChange, VapidKeyStore } from './vapid-key-store.ts'

/** A key pair in base64url: the uncompressed point, and the private number. */
export type VapidKeyPair = { publicKey: string; privateKey: string }

/** The VAPID keys of this installation. */
export type VapidKeys = {
  /** Returns the public key for new subscriptions. Creates it if none is stored or the newest has its age. */
  getNewestPublicKey(): Promise<string>
  /** Returns true if pushes can be signed with this key. */
  has(publicKey: string): Promise<boolean>
  /** Returns a key pair; undefined if it was removed. @throws Error if no encryption key decrypts it */
  findKeyPair(publicKey: string): Promise<VapidKeyPair | undefined>
  /** Applies what is due: a new key, the removal of unused ones, and the encryption of those stored otherwise. */
  refresh(): Promise<void>
}

type VapidKeysDeps = { store: VapidKeyStore; encryption: JwkEncryption; maxAgeMs: number }

/** Creates the access to the VAPID keys in the store. Several instances create a key once. */
export function createVapidKeys({ store, encryption, maxAgeMs }: VapidKeysDeps): VapidKeys {
  const keyPairs = new Map<string, VapidKeyPair>()

  function encryptAgain(key: VapidKey): VapidKey {
    return { ...key, jwk: encryption.encrypt(key.publicKey, encryption.decrypt(key.publicKey, key.jwk)) }
  }

  function decideChange(stored: StoredVapidKeys): VapidKeyChange {
    const { needsNewKey, removedKeys } = planVapidKeyChange(stored, { maxAgeMs })
    const outdated = stored.keys.filter(
      ({ publicKey, jwk }) => !removedKeys.includes(publicKey) && !encryption.isUpToDate(jwk),
    )
    const put = outdated.map(encryptAgain) // first: with a wrong encryption key, no key may be created
    return { put: needsNewKey ? [...put, createVapidKey(stored.time, encryption)] : put, removedKeys }
  }

  const applyDueChange = () => store.change(decideChange)

  async function getNewestPublicKey(): Promise<string> {
    let stored = await store.read()
    if (planVapidKeyChange(stored, { maxAgeMs }).needsNewKey) stored = await applyDueChange()
    const newest = findNewestKey(stored.keys)
    if (!newest) throw new Error('The store has no VAPID key although one was created')
    return newest.publicKey
  }

  async function findKeyPair(publicKey: string): Promise<VapidKeyPair | undefined> {
    const cached = keyPairs.get(publicKey)
    if (cached) return cached
    const key = (await store.read()).keys.find((stored) => stored.publicKey === publicKey)
    if (!key) return undefined
    const keyPair = { publicKey, privateKey: encryption.decrypt(publicKey, key.jwk).d ?? '' }
    keyPairs.set(publicKey, keyPair)
    return keyPair
  }

  return {
    getNewestPublicKey,
    findKeyPair,
    async has(publicKey) {
      return (await store.read()).keys.some((key) => key.publicKey === publicKey)
    },
    async refresh() {
      const { keys } = await applyDueChange()
      for (const publicKey of keyPairs.keys())
        if (!keys.some((key) => key.publicKey === publicKey)) keyPairs.delete(publicKey)
      const newest = findNewestKey(keys)
      if (newest) await findKeyPair(newest.publicKey) // fails if the encryption key is wrong
    },
  }
}
