import { type CaptionsProblem, parseCaptions } from '@meadow/contracts/captions'
import { MAX_CAPTIONS_LENGTH, VIDEO_LIMITS } from '@meadow/contracts/limits'
import { detectVideoFormat, VIDEO_SIGNATURE_BYTES } from '@meadow/contracts/video-format'

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

/** Checks that a file begins like a video that the server takes. An empty or unreadable one does not. */
export async function isVideoFile(file: Blob): Promise<boolean> {
  try {
    const start = await file.slice(0, VIDEO_SIGNATURE_BYTES).arrayBuffer()
    return detectVideoFormat(new Uint8Array(start)) !== undefined
  } catch {
    return false
  }
}

/** Why a file cannot be used as captions. `charset` is another one than UTF-8. */
export type CaptionsFileProblem = CaptionsProblem | { code: 'charset' | 'tooLong' }

/** Reads a file of captions, as the server will. Returns a problem if it cannot be used. */
export async function readCaptionsFile(file: Blob): Promise<{ captions: string } | { problem: CaptionsFileProblem }> {
  if (file.size > 4 * MAX_CAPTIONS_LENGTH) return { problem: { code: 'tooLong' } } // UTF-8 has at most four bytes per character
  try {
    const captions = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    if (captions.length > MAX_CAPTIONS_LENGTH) return { problem: { code: 'tooLong' } }
    const parsed = parseCaptions(captions)
    return 'problem' in parsed ? parsed : { captions }
  } catch {
    return { problem: { code: 'charset' } }
  }
}
