import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { AUDIENCE, type Claims, ISSUER, type KeySource } from '@meadow/service'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { exportJWK } from 'jose/key/export'
import jwt from 'jsonwebtoken'
import type { KeyStore, StoredKey } from './key-store.ts'

/** Signs access tokens with the newest key and shows the public side of all of them. */
export type KeyRing = KeySource & {
  sign(claims: Claims): string
  /** The public keys as RFC 7517 writes them. */
  readonly published: Record<string, unknown>[]
}

/** How long an access token lives, in seconds. */
export const TOKEN_LIFE = 15 * 60

/** Opens the keys that the store keeps; the first start makes the first. */
export async function openKeyRing(store: KeyStore, now: () => Date): Promise<KeyRing> {
  const stored = await store.all(() => makeKey(now()))
  const [newest] = stored
  if (!newest) throw new Error('There is no signing key')
  const signing = createPrivateKey({ key: newest.privateJwk, format: 'jwk' })
  const known = new Map(stored.map(({ kid, privateJwk }) => [kid, toPublicKey(privateJwk)]))
  const published = [...known].map(([kid, key]) => ({
    ...key.export({ format: 'jwk' }),
    kid,
    alg: 'ES256',
    use: 'sig',
  }))

  return {
    published,
    find: async (kid) => known.get(kid),
    sign: (claims) =>
      jwt.sign(claims, signing, { algorithm: 'ES256', keyid: newest.kid, issuer: ISSUER, audience: AUDIENCE }),
  }
}

const toPublicKey = (privateJwk: StoredKey['privateJwk']): KeyObject =>
  createPublicKey(createPrivateKey({ key: privateJwk, format: 'jwk' }))

async function makeKey(createdAt: Date): Promise<StoredKey> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateJwk = await exportJWK(privateKey)
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk, createdAt }
}
