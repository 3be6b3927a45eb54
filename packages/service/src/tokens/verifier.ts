import type { KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../errors.ts'
import { Claims, TOKEN_AUDIENCE, TOKEN_ISSUER } from './claims.ts'
import { RefusedTokenError } from './refused-token-error.ts'

/**
 * The public keys of auth. `find` throws `unavailable` when the key is not cached and auth is away, and `token_expired` for
 * a key that was removed.
 */
export type KeySource = { find(kid: string): Promise<KeyObject | undefined> }

/** The sessions that ended while one of their tokens may still be valid. */
export type EndedSessions = { has(session: { sub: string; sid: string }): boolean }

export type Verifier = {
  /** Verifies a token and returns its claims. @throws RefusedTokenError, token_expired, unavailable */
  verify(token: string): Promise<Claims>
}

const MAX_TOKEN_CHARS = 4_096
const MAX_CACHED_TOKENS = 10_000

type VerifiedToken = { claims: Claims; kid: string; key: KeyObject }

/** Creates a verifier of access tokens. A verified token is cached until it expires, its session ends or its key is removed. */
export function createVerifier(deps: { keys: KeySource; ended: EndedSessions; now: () => Date }): Verifier {
  const verifiedTokens = new LRUCache<string, VerifiedToken>({ max: MAX_CACHED_TOKENS })

  return {
    async verify(token) {
      const seconds = deps.now().getTime() / 1000
      const cached = verifiedTokens.get(token)
      const kid = cached?.kid ?? readKeyId(token)
      const key = kid && (await deps.keys.find(kid))
      if (!key) throw refuseUnknownKey(token, kid, seconds)
      const claims = cached?.key === key ? cached.claims : verifySignature(token, key, seconds)
      if (claims.exp <= seconds) throw new DomainError('token_expired')
      if (deps.ended.has(claims))
        throw new RefusedTokenError('session_ended', { owner: { actor: claims.sub, session: claims.sid } })
      if (claims !== cached?.claims) verifiedTokens.set(token, { claims, kid, key })
      return claims
    },
  }
}

function verifySignature(token: string, key: KeyObject, seconds: number): Claims {
  try {
    const payload = jwt.verify(token, key, {
      algorithms: ['ES256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      clockTimestamp: Math.floor(seconds),
    })
    return Claims.parse(payload)
  } catch (cause) {
    if (cause instanceof jwt.TokenExpiredError) throw new DomainError('token_expired', { cause })
    throw new RefusedTokenError('invalid_token', { cause })
  }
}

/**
 * Creates the error of a token without a key. Expired tokens of a key that was removed before this process started are not
 * reported. The expiry is not verified, and decides nothing else.
 */
function refuseUnknownKey(token: string, kid: string | undefined, seconds: number): DomainError {
  if (!kid) return new RefusedTokenError('invalid_token')
  const payload = jwt.decode(token)
  const isExpired = typeof payload === 'object' && payload?.exp !== undefined && payload.exp <= seconds
  return isExpired ? new DomainError('token_expired') : new RefusedTokenError('unknown_key')
}

function readKeyId(token: string): string | undefined {
  if (token.length > MAX_TOKEN_CHARS) return undefined
  try {
    const header = jwt.decode(token, { complete: true })?.header
    return header?.alg === 'ES256' && typeof header.kid === 'string' ? header.kid : undefined
  } catch {
    return undefined
  }
}
