import { type EncodingFailure, isNodeAvInstalled, runEncoderProcess } from './run-encoder-process.ts'
import type { EncodedVideo } from './video-transcoder.ts'

export type VideoEncoding = { video: EncodedVideo } | EncodingFailure

/** The paths of a video, and of the files to create: the encoded video (mp4), and a picture of its beginning (png). */
type VideoFiles = { file: string; target: string; poster: string }

export type VideoEncoder = {
  /** This machine can encode; false once `encode` has found no encoder. Only videos that play as they are can be sent then. */
  readonly isInstalled: boolean
  /**
   * Encodes a video as H.264 and AAC. An abort of `signal` kills the process that does it. Returns undefined if this machine turns out
   * to have no encoder.
   */
  encode(files: VideoFiles, signal: AbortSignal): Promise<VideoEncoding | undefined>
}

/** Three minutes of 4K need about two minutes of a free processor, and more beside a busy service. */
const ENCODING_TIMEOUT_MS = 600_000

/** Opens an encoder of videos, each in a process of its own. `timeoutMs` is the time that one encoding may take. */
export function openVideoEncoder({
  timeoutMs = ENCODING_TIMEOUT_MS,
  isInstalled = isNodeAvInstalled(),
} = {}): VideoEncoder {
  let hasEncoder = isInstalled
  return {
    get isInstalled() {
      return hasEncoder
    },
    async encode(files, signal) {
      if (!hasEncoder) return undefined
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const response = await runEncoderProcess({ kind: 'video', ...files }, limit)
      if ('video' in response || ('code' in response && response.code !== 'not_installed'))
        return response as VideoEncoding
      hasEncoder = false
      return undefined
    },
  }
}
