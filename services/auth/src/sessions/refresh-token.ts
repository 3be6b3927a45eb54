import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What the cookie holds: a session's id, a token of 32 bytes, and the seal by which we know our tokens again. */
export type RefreshToken = { sessionId: string; token: Buffer; seal: Buffer }

const COOKIE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})\.([\w-]{22})$/

export const newSecret = (): Buffer => randomBytes(32)

/** All that is stored of a token. */
export const hashOf = (token: Buffer): Buffer => createHash('sha256').update(token).digest()

const derive = (secret: Buffer, purpose: string, token: Buffer): Buffer =>
  createHmac('sha256', secret).update(purpose).update(token).digest()

/**
 * The token after this one, always the same: so the previous token can be answered again without storing its successor.
 * It takes the stored secret and the token itself, so neither a stolen store nor a stolen token is enough.
 */
export const successorOf = (secret: Buffer, token: Buffer): Buffer => derive(secret, 'successor', token)

/** A seal proves that we gave this token, however long ago, without a list of all that we ever gave. */
const sealOf = (secret: Buffer, token: Buffer): Buffer => derive(secret, 'seal', token).subarray(0, 16)

export const isOurs = (secret: Buffer, { token, seal }: RefreshToken): boolean =>
  timingSafeEqual(seal, sealOf(secret, token))

export function toCookieValue(sessionId: string, secret: Buffer, token: Buffer): string {
  return [sessionId, token.toString('base64url'), sealOf(secret, token).toString('base64url')].join('.')
}

/** Reads a cookie's value; undefined when it is none of ours by its form. */
export function fromCookieValue(value: string): RefreshToken | undefined {
  const [, sessionId, token, seal] = COOKIE.exec(value) ?? []
  if (!sessionId || !token || !seal) return undefined
  return { sessionId, token: Buffer.from(token, 'base64url'), seal: Buffer.from(seal, 'base64url') }
}
