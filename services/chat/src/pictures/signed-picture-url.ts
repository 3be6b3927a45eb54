import { createHmac, timingSafeEqual } from 'node:crypto'
import type { VideoFormat, VoiceFormat } from '@meadow/voice'

/**
 * One file of a message in a conversation: a picture, or its variant with the width `narrower`, or a recording or video in the format `format`.
 */
export type PictureFile = {
  conversationId: string
  random: string
  narrower?: number | undefined
  format?: VoiceFormat | VideoFormat | undefined
}

const HOUR_SECONDS = 3_600
const VALID_HOURS = 24
const PATH_PATTERN =
  /^\/media\/c\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{32})(?:-([1-9][0-9]{2,3})|\.(webm|ogg|m4a|wav|mp4))?$/

/** Returns a URL that is valid for a day. It is the same within an hour, so that browsers can cache the file. */
export function signPictureUrl(secret: string, file: PictureFile, now: Date): string {
  const { conversationId, random, narrower, format } = file
  const suffix = narrower ? `-${narrower}` : format ? `.${format}` : ''
  const path = `/media/c/${conversationId}/${random}${suffix}`
  const hour = Math.ceil(now.getTime() / 1_000 / HOUR_SECONDS)
  const exp = String((hour + VALID_HOURS) * HOUR_SECONDS)
  return `${path}?exp=${exp}&sig=${sign(secret, path, exp)}`
}

/** Parses the path of a picture URL. Returns undefined if it is not one. */
export function parsePictureUrlPath(path: string): PictureFile | undefined {
  const [, conversationId, random, narrower, format] = PATH_PATTERN.exec(path) ?? []
  if (!conversationId || !random) return undefined
  return {
    conversationId,
    random,
    ...(narrower && { narrower: Number(narrower) }),
    ...(format && { format: format as VoiceFormat | VideoFormat }),
  }
}

/** Returns the seconds until a URL expires; 0 if it has expired or its signature is wrong. */
export function getRemainingSeconds(
  secret: string,
  path: string,
  { exp, sig }: Record<string, unknown>,
  now: Date,
): number {
  if (typeof exp !== 'string' || typeof sig !== 'string') return 0
  const signature = Buffer.from(sig)
  const expected = Buffer.from(sign(secret, path, exp))
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return 0
  return Math.max(0, Math.floor(Number(exp) - now.getTime() / 1_000))
}

const sign = (secret: string, path: string, exp: string): string =>
  createHmac('sha256', secret).update(`${path}?exp=${exp}`).digest('base64url')
