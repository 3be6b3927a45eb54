import { generateKeyPairSync } from 'node:crypto'
import { type JwkEncryption, toPublicJwk } from '@meadow/service'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { exportJWK } from 'jose/key/export'
import {
  type ClassifiedKey,
  classifySigningKeys,
  findDueSigningTime,
  isRemovable,
  PUBLICATION_MS,
  type SigningKey,
} from './signing-key.ts'
import type { SigningKeyChange, SigningKeyStore, StoredSigningKeys } from './signing-key-store.ts'

/** Verifiers learn of a new key within two seconds, through the shared state. */
const SHORT_PUBLICATION_MS = 10_000

export type RotationDeps = { store: SigningKeyStore; encryption: JwkEncryption; maxAgeMs: number }

/**
 * Plans what the time demands: the next key, and the removal of keys that no token needs any more, and of the private parts
 * of previous keys. Undefined if nothing is due.
 */
export function planDueChange(
  { keys, time }: StoredSigningKeys,
  { maxAgeMs }: Pick<RotationDeps, 'maxAgeMs'>,
): { removedKids: string[]; put: SigningKey[]; newKeySignsFrom: Date | undefined } | undefined {
  const classified = classifySigningKeys(keys, time)
  const removedKids = classified.filter((one) => isRemovable(one, time)).map(({ key }) => key.kid)
  const put = classified
    .filter(({ key, state }) => state === 'previous' && !removedKids.includes(key.kid) && hasPrivatePart(key))
    .map(({ key }) => ({ ...key, jwk: toPublicJwk(key.jwk) }))
  const newKeySignsFrom = findDueSigningTime(classified, time, maxAgeMs)
  return removedKids.length + put.length > 0 || newKeySignsFrom ? { removedKids, put, newKeySignsFrom } : undefined
}

const hasPrivatePart = ({ jwk }: SigningKey) => jwk.d !== undefined || jwk.encrypted_d !== undefined

/**
 * Applies the due change, once for all instances. Returns the keys. An instance without the encryption key leaves the creation
 * to others when the stored keys are encrypted.
 */
export const applyDueChange = ({ store, encryption, maxAgeMs }: RotationDeps): Promise<StoredSigningKeys> =>
  store.change(async (stored): Promise<SigningKeyChange> => {
    const { newKeySignsFrom, put = [], ...change } = planDueChange(stored, { maxAgeMs }) ?? {}
    const created = newKeySignsFrom && (await createSigningKey(stored.time, newKeySignsFrom, encryption))
    if (!created || isOnlyOneInClear(created, stored.keys)) return { ...change, put }
    return { ...change, put: [...put, created] }
  })

const isOnlyOneInClear = ({ jwk }: SigningKey, storedKeys: SigningKey[]) =>
  !jwk.encrypted_d && storedKeys.some((stored) => stored.jwk.encrypted_d)

/** Encrypts the private parts of the stored keys with the first encryption key. @throws Error if one cannot be decrypted */
export async function encryptStoredKeys({ store, encryption }: Omit<RotationDeps, 'maxAgeMs'>): Promise<void> {
  const toOutdated = ({ keys, time }: StoredSigningKeys) =>
    classifySigningKeys(keys, time).filter(({ key, state }) => state !== 'previous' && !encryption.isUpToDate(key.jwk))
  const encryptAgain = ({ key }: ClassifiedKey): SigningKey => ({
    ...key,
    jwk: encryption.encrypt(key.kid, encryption.decrypt(key.kid, key.jwk)),
  })
  if (toOutdated(await store.read()).length === 0) return
  await store.change(async (stored) => ({ put: toOutdated(stored).map(encryptAgain) }))
}

/** `scheduled`: signs after the publication; `now`: as soon as verifiers know it; `revoke`: at once, instead of all others. */
export type RotationMode = 'scheduled' | 'now' | 'revoke'

/** Creates a key by hand. A scheduled rotation with a next key changes nothing. @throws Error without the encryption key */
export const rotateSigningKey = (
  { store, encryption }: Omit<RotationDeps, 'maxAgeMs'>,
  mode: RotationMode,
): Promise<StoredSigningKeys> =>
  store.change(async ({ keys, time }): Promise<SigningKeyChange> => {
    const hasNext = classifySigningKeys(keys, time).some(({ state }) => state === 'next')
    if (mode === 'scheduled' && hasNext) return {}
    const publicationMs = { scheduled: PUBLICATION_MS, now: SHORT_PUBLICATION_MS, revoke: 0 }[mode]
    const created = await createSigningKey(time, new Date(time.getTime() + publicationMs), encryption)
    if (isOnlyOneInClear(created, keys))
      throw new Error('The stored keys are encrypted, so the new key must be, too: set SIGNING_KEY_ENCRYPTION_KEY')
    return { put: [created], removedKids: mode === 'revoke' ? keys.map(({ kid }) => kid) : [] }
  })

async function createSigningKey(createdAt: Date, signsFrom: Date, encryption: JwkEncryption): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, jwk: encryption.encrypt(kid, jwk), createdAt, signsFrom }
}
