import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { type Claims, DomainError, type KeySource, TOKEN_AUDIENCE, TOKEN_ISSUER, toPublicJwk } from '@meadow/service'
import type { JWK } from 'jose'
import jwt from 'jsonwebtoken'
import { applyDueChange, encryptStoredKeys, planDueChange, type RotationDeps } from './change-signing-keys.ts'
import { classifySigningKeys, type SigningKey } from './signing-key.ts'
import type { StoredSigningKeys } from './signing-key-store.ts'

/** The keys of the store as of the last reading. */
export type KeyRing = KeySource & {
  /** Signs claims with the current key. */
  sign(claims: Claims): Promise<string>
  /**
   * Reads the public keys from the store, as a JSON Web Key Set (RFC 7517): after a change all instances list the same.
   * @throws Error when the store is down: verifiers keep their keys, while an old list could bring a revoked key back
   */
  listPublicJwks(): Promise<JWK[]>
  /** Reads the keys from the store, and applies what is due there. */
  refresh(): Promise<void>
  /** The ids of all keys. The first one signs. */
  readonly kids: readonly string[]
}

/** A reading is used for this long. The background task reads as often. */
export const KEY_READING_LIFETIME_MS = 2_000

type KeyRingDeps = RotationDeps & { now: () => Date }
type KeyReading = { signing: SigningKey; publicJwks: Map<string, JWK>; publicKeys: Map<string, KeyObject>; at: Date }

/** Opens the key ring. The first start creates the first key; each start encrypts keys that were stored before. */
export async function openKeyRing({ now, ...deps }: KeyRingDeps): Promise<KeyRing> {
  const { store, encryption } = deps
  await encryptStoredKeys(deps) // first: with a wrong encryption key, no key may be created
  await applyDueChange(deps)
  let startedReadings = 0
  let newestReading = 0
  let refreshing: Promise<void> | undefined
  let reading = toKeyReading(await store.read(), now())
  let privateKey = toPrivateKey(reading.signing) // fails at the start if the encryption key is wrong
  const removedKids = new Set<string>()

  function toPrivateKey({ kid, jwk }: SigningKey): { kid: string; key: KeyObject } {
    return { kid, key: createPrivateKey({ key: encryption.decrypt(kid, jwk), format: 'jwk' }) }
  }

  async function refresh() {
    startedReadings += 1
    const number = startedReadings
    let stored = await store.read()
    if (planDueChange(stored, deps)) stored = await applyDueChange(deps)
    if (number < newestReading) return // a later reading was faster
    newestReading = number
    const previousKeys = reading.publicKeys
    reading = toKeyReading(stored, now(), previousKeys)
    for (const kid of previousKeys.keys()) if (!reading.publicKeys.has(kid)) removedKids.add(kid)
  }

  /** Reads again after two seconds, in either direction of the clock, once for all callers. */
  async function refreshOldReading() {
    if (Math.abs(now().getTime() - reading.at.getTime()) < KEY_READING_LIFETIME_MS) return
    refreshing ??= refresh().finally(() => {
      refreshing = undefined
    })
    await refreshing
  }

  return {
    refresh,
    async listPublicJwks() {
      await refresh()
      return [...reading.publicJwks.values()]
    },
    async find(kid) {
      if (!reading.publicKeys.has(kid)) await refreshOldReading()
      const key = reading.publicKeys.get(kid)
      if (!key && removedKids.has(kid)) throw new DomainError('token_expired') // the member renews the session
      return key
    },
    async sign(claims) {
      await refreshOldReading()
      if (privateKey.kid !== reading.signing.kid) privateKey = toPrivateKey(reading.signing)
      const { kid: keyid, key } = privateKey
      return jwt.sign(claims, key, { algorithm: 'ES256', keyid, issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE })
    },
    get kids() {
      return [...new Set([reading.signing.kid, ...reading.publicKeys.keys()])]
    },
  }
}

/** Reuses the objects of `knownKeys`, so that verified tokens stay cached. A key id is the thumbprint of its key. */
function toKeyReading(
  { keys, time }: StoredSigningKeys,
  at: Date,
  knownKeys = new Map<string, KeyObject>(),
): KeyReading {
  const current = classifySigningKeys(keys, time).find(({ state }) => state === 'current')
  if (!current) throw new Error('The store has no signing key')
  const publicJwks = keys.map(({ kid, jwk }) => [kid, { ...toPublicJwk(jwk), kid, alg: 'ES256', use: 'sig' }] as const)
  const toPublicKey = (kid: string, key: JWK) => knownKeys.get(kid) ?? createPublicKey({ key, format: 'jwk' })
  const publicKeys = publicJwks.map(([kid, jwk]) => [kid, toPublicKey(kid, jwk)] as const)
  return { signing: current.key, publicJwks: new Map(publicJwks), publicKeys: new Map(publicKeys), at }
}
