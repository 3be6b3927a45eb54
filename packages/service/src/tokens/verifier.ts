import type { KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../errors.ts'
import { Claims, TOKEN_AUDIENCE, TOKEN_ISSUER } from './claims.ts'

/** The public keys of auth. `find` throws `unavailable` when the key is not cached and auth is away. */
export type KeySource = { find(kid: string): Promise<KeyObject | undefined> }

/** The sessions that ended while one of their tokens may still be valid. */
export type EndedSessions = { has(sid: string): boolean }

export type Verifier = {
  /** Verifies a token and returns its claims. @throws token_invalid, token_expired, unavailable */
  verify(token: string): Promise<Claims>
}

const MAX_TOKEN_CHARS = 4_096
const MAX_CACHED_TOKENS = 10_000

/** Creates a verifier of access tokens. A verified token is cached until it expires or its session ends. */
export function createVerifier(deps: { keys: KeySource; ended: EndedSessions; now: () => Date }): Verifier {
  const verifiedTokens = new LRUCache<string, Claims>({ max: MAX_CACHED_TOKENS })

  return {
    async verify(token) {
      const seconds = deps.now().getTime() / 1000
      const claims = verifiedTokens.get(token) ?? (await verifySignature(token, deps.keys, seconds))
      if (claims.exp <= seconds) throw new DomainError('token_expired')
      if (deps.ended.has(claims.sid)) throw new DomainError('token_invalid')
      verifiedTokens.set(token, claims)
      return claims
    },
  }
}

async function verifySignature(token: string, keys: KeySource, seconds: number): Promise<Claims> {
  const kid = token.length <= MAX_TOKEN_CHARS ? readKeyId(token) : undefined
  const key = kid && (await keys.find(kid))
  if (!key) throw new DomainError('token_invalid')
  try {
    const payload = jwt.verify(token, key, {
      algorithms: ['ES256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      clockTimestamp: Math.floor(seconds),
    })
    return Claims.parse(payload)
  } catch (cause) {
    throw new DomainError(cause instanceof jwt.TokenExpiredError ? 'token_expired' : 'token_invalid', { cause })
  }
}

function readKeyId(token: string): string | undefined {
  try {
    const header = jwt.decode(token, { complete: true })?.header
    return header?.alg === 'ES256' && typeof header.kid === 'string' ? header.kid : undefined
  } catch {
    return undefined
  }
}
