import type { KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../errors.ts'
import { Claims, TOKEN_AUDIENCE, TOKEN_ISSUER } from './claims.ts'

/** The public keys of auth. @throws unavailable when it cannot know whether there is such a key */
export type KeySource = { find(kid: string): Promise<KeyObject | undefined> }

/** The sessions that ended while a token of theirs may still be alive. */
export type EndedSessions = { has(sid: string): boolean }

export type Verifier = {
  /** What the token says. @throws token_invalid, token_expired, unavailable */
  verify(token: string): Promise<Claims>
}

const MAX_TOKEN_CHARS = 4_096
const MAX_CACHED_TOKENS = 10_000

/** Verifies access tokens; a token that was verified once is known until it expires or its session ends. */
export function createVerifier(parts: { keys: KeySource; ended: EndedSessions; now: () => Date }): Verifier {
  const known = new LRUCache<string, Claims>({ max: MAX_CACHED_TOKENS })

  return {
    async verify(token) {
      const seconds = parts.now().getTime() / 1000
      const claims = known.get(token) ?? (await verifySignature(token, parts.keys, seconds))
      if (claims.exp <= seconds) throw new DomainError('token_expired')
      if (parts.ended.has(claims.sid)) throw new DomainError('token_invalid')
      known.set(token, claims)
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
