import { MAX_CAPTIONS_LENGTH, VIDEO_LIMITS } from '@meadow/contracts/limits'

/** Describes a video as a browser reads it. */
export type ReadVideo = { durationMs: number; width: number; height: number }

export type VideoProblem = 'empty' | 'tooLarge' | 'tooLong'

/** Cameras stop a little after the second at which they should. */
const ROUNDING_MS = 1_000

/** Returns why a video cannot be posted. `read` is undefined if the browser cannot play it, which the server may nevertheless. */
export function findVideoProblem(file: { size: number }, read: ReadVideo | undefined): VideoProblem | undefined {
  if (file.size === 0) return 'empty'
  if (file.size > VIDEO_LIMITS.maxBytes) return 'tooLarge'
  return read && read.durationMs > VIDEO_LIMITS.maxSeconds * 1_000 + ROUNDING_MS ? 'tooLong' : undefined
}

/** Reads a file of captions. Returns undefined if it is no WebVTT that the server takes; the server checks it completely. */
export async function readCaptionsFile(file: Blob): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return /^WEBVTT\s/.test(text) && text.includes('-->') && text.length <= MAX_CAPTIONS_LENGTH ? text : undefined
  } catch {
    return undefined // another charset
  }
}
