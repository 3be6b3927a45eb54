import { generateKeyPairSync } from 'node:crypto'
import { type JwkEncryption, type StoredJwk, toPublicJwk } from '@meadow/service'

/** A VAPID key as it is stored. `publicKey` is the uncompressed point in base64url, as browsers take it. */
export type VapidKey = { publicKey: string; jwk: StoredJwk; createdAt: Date }

/** The VAPID keys at a time of the store's clock, and those that subscriptions use. */
export type StoredVapidKeys = { keys: VapidKey[]; usedKeys: ReadonlySet<string>; time: Date }

export const DEFAULT_VAPID_KEY_DAYS = 180
/** A replaced key is kept this long although no subscription uses it: a browser may subscribe with it right now. */
const REPLACED_KEY_RETENTION_MS = 86_400_000

const toTime = ({ createdAt }: VapidKey) => createdAt.getTime()

/** Returns the newest key, which is the one for new subscriptions. */
export const findNewestKey = (keys: readonly VapidKey[]): VapidKey | undefined =>
  keys.toSorted((a, b) => toTime(b) - toTime(a) || a.publicKey.localeCompare(b.publicKey, 'en'))[0]

/** Plans what the time demands: a new key when the newest has been used for `maxAgeMs`, and the removal of unused older ones. */
export function planVapidKeyChange(
  { keys, usedKeys, time }: StoredVapidKeys,
  { maxAgeMs }: { maxAgeMs: number },
): { needsNewKey: boolean; removedKeys: string[] } {
  const newest = findNewestKey(keys)
  if (!newest) return { needsNewKey: true, removedKeys: [] }
  const isReplacedForLong = time.getTime() - toTime(newest) >= REPLACED_KEY_RETENTION_MS
  const unused = keys.filter((key) => key !== newest && !usedKeys.has(key.publicKey))
  return {
    needsNewKey: time.getTime() - toTime(newest) >= maxAgeMs,
    removedKeys: isReplacedForLong ? unused.map(({ publicKey }) => publicKey) : [],
  }
}

/** Creates a key with an encrypted private part. */
export function createVapidKey(createdAt: Date, encryption: JwkEncryption): VapidKey {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const publicKey = toVapidPublicKey(jwk)
  return { publicKey, jwk: encryption.encrypt(publicKey, jwk), createdAt }
}

/** Returns the public key as the uncompressed point in base64url. */
function toVapidPublicKey(jwk: StoredJwk): string {
  const { x = '', y = '' } = toPublicJwk(jwk)
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')
}
