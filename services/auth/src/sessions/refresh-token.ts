import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Value of the refresh cookie: the session's id, a token of 32 bytes, and a seal that proves that we issued the token. */
export type RefreshToken = { sessionId: string; token: Buffer; seal: Buffer }

const REFRESH_TOKEN_PATTERN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})\.([\w-]{22})$/

export const createSecret = (): Buffer => randomBytes(32)

/** Hashes a token for the store. */
export const hashToken = (token: Buffer): Buffer => createHash('sha256').update(token).digest()

const derive = (secret: Buffer, purpose: string, token: Buffer): Buffer =>
  createHmac('sha256', secret).update(purpose).update(token).digest()

/**
 * Derives the next token. The result is always the same, so that the previous token can return it again without storing it.
 * The derivation needs the stored secret and the token, so neither a stolen store nor a stolen token is enough.
 */
export const deriveSuccessor = (secret: Buffer, token: Buffer): Buffer => derive(secret, 'successor', token)

/** Derives the seal that proves that we issued a token, without a list of all issued tokens. */
const deriveSeal = (secret: Buffer, token: Buffer): Buffer => derive(secret, 'seal', token).subarray(0, 16)

/** Checks in constant time that we issued the token. */
export const hasValidSeal = (secret: Buffer, { token, seal }: RefreshToken): boolean =>
  timingSafeEqual(seal, deriveSeal(secret, token))

export function formatRefreshToken(sessionId: string, secret: Buffer, token: Buffer): string {
  return [sessionId, token.toString('base64url'), deriveSeal(secret, token).toString('base64url')].join('.')
}

/** Parses a cookie's value. Returns undefined for an invalid format. */
export function parseRefreshToken(value: string): RefreshToken | undefined {
  const [, sessionId, token, seal] = REFRESH_TOKEN_PATTERN.exec(value) ?? []
  if (!sessionId || !token || !seal) return undefined
  return { sessionId, token: Buffer.from(token, 'base64url'), seal: Buffer.from(seal, 'base64url') }
}
