import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type Claims, type KeySource, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@meadow/service'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { exportJWK } from 'jose/key/export'
import jwt from 'jsonwebtoken'
import type { SigningKey, SigningKeyStore } from './signing-key-store.ts'

/** Signs access tokens with the newest key and publishes the public keys. */
export type KeyRing = KeySource & {
  sign(claims: Claims): string
  /** The public keys as a JSON Web Key Set (RFC 7517). */
  readonly publicJwks: Record<string, unknown>[]
}

export const ACCESS_TOKEN_LIFETIME_SECONDS = 15 * 60

/** Loads the signing keys from the store. The first start creates the first key. */
export async function loadKeyRing(store: SigningKeyStore, now: () => Date): Promise<KeyRing> {
  const stored = await store.loadOrCreate(() => createSigningKey(now()))
  const [newest] = stored
  if (!newest) throw new Error('The store has no signing key')
  const signingKey = createPrivateKey({ key: newest.privateJwk, format: 'jwk' })
  const publicKeys = new Map(stored.map(({ kid, privateJwk }) => [kid, toPublicKey(privateJwk)]))
  const publicJwks = [...publicKeys].map(([kid, key]) => ({
    ...key.export({ format: 'jwk' }),
    kid,
    alg: 'ES256',
    use: 'sig',
  }))

  return {
    publicJwks,
    find: async (kid) => publicKeys.get(kid),
    sign: (claims) =>
      jwt.sign(claims, signingKey, {
        algorithm: 'ES256',
        keyid: newest.kid,
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
      }),
  }
}

const toPublicKey = (privateJwk: SigningKey['privateJwk']): KeyObject =>
  createPublicKey(createPrivateKey({ key: privateJwk, format: 'jwk' }))

async function createSigningKey(createdAt: Date): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateJwk = await exportJWK(privateKey)
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk, createdAt }
}
