import { VIDEO_LIMITS } from '@meadow/contracts/limits'

/** Describes a video as a browser reads it. A file that it cannot play has neither duration nor size. */
export type ReadVideo = { durationMs: number; width: number | undefined; height: number | undefined }

export type VideoProblem = 'empty' | 'tooLarge' | 'tooLong'

/** Returns why a video cannot be sent. `read` is undefined if the browser cannot play it, which the server may nevertheless. */
export function findVideoProblem(file: { size: number }, read: ReadVideo | undefined): VideoProblem | undefined {
  if (file.size === 0) return 'empty'
  if (file.size > VIDEO_LIMITS.maxBytes) return 'tooLarge'
  return read && read.durationMs > VIDEO_LIMITS.maxSeconds * 1_000 + ROUNDING_MS ? 'tooLong' : undefined
}

/** Cameras stop a little after the second at which they should. */
const ROUNDING_MS = 1_000
