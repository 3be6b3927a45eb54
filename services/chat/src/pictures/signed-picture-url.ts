import { createHmac, timingSafeEqual } from 'node:crypto'

/** One file of a picture: in which conversation, and as narrow as `narrower` says. */
export type PictureFile = { conversationId: string; random: string; narrower?: number | undefined }

const HOUR_S = 3_600
const VALID_HOURS = 24
const PATH = /^\/media\/c\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{32})(?:-([1-9][0-9]{2,3}))?$/

/** Where browsers find the file for a day from now on: the same address within an hour, so that they need it once. */
export function signPictureUrl(secret: string, file: PictureFile, now: Date): string {
  const { conversationId, random, narrower } = file
  const path = `/media/c/${conversationId}/${narrower ? `${random}-${narrower}` : random}`
  const hour = Math.ceil(now.getTime() / 1_000 / HOUR_S)
  const exp = String((hour + VALID_HOURS) * HOUR_S)
  return `${path}?exp=${exp}&sig=${sign(secret, path, exp)}`
}

/** The file that a path names; undefined when it is none of ours. */
export function parsePictureUrlPath(path: string): PictureFile | undefined {
  const [, conversationId, random, narrower] = PATH.exec(path) ?? []
  if (!conversationId || !random) return undefined
  return { conversationId, random, narrower: narrower ? Number(narrower) : undefined }
}

/** For how many seconds an address is still good, by its path and query; 0 when it has ended or is not of our making. */
export function getRemainingSeconds(
  secret: string,
  path: string,
  { exp, sig }: Record<string, unknown>,
  now: Date,
): number {
  if (typeof exp !== 'string' || typeof sig !== 'string') return 0
  const [given, right] = [Buffer.from(sig), Buffer.from(sign(secret, path, exp))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 0
  return Math.max(0, Math.floor(Number(exp) - now.getTime() / 1_000))
}

const sign = (secret: string, path: string, exp: string): string =>
  createHmac('sha256', secret).update(`${path}?exp=${exp}`).digest('base64url')
