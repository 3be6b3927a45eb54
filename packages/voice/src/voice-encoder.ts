import { type EncodingFailure, isNodeAvInstalled, runEncoderProcess } from './run-encoder-process.ts'
import type { EncodedVoice } from './voice-transcoder.ts'

export type VoiceEncoding = { voice: EncodedVoice } | EncodingFailure

export type VoiceEncoder = {
  /** This machine can encode; false once `encode` has found no encoder. Recordings are then stored as they were recorded. */
  readonly isInstalled: boolean
  /**
   * Encodes the recording in `file` as AAC in the new file `target` (m4a). An abort of `signal` kills the process that does it.
   * Returns undefined if this machine turns out to have no encoder.
   */
  encode(file: string, target: string, signal: AbortSignal): Promise<VoiceEncoding | undefined>
}

/** A recording of five minutes needs about two seconds of a free processor. */
const ENCODING_TIMEOUT_MS = 60_000

/** Opens an encoder of recordings, each in a process of its own. `timeoutMs` is the time that one encoding may take. */
export function openVoiceEncoder({
  timeoutMs = ENCODING_TIMEOUT_MS,
  isInstalled = isNodeAvInstalled(),
} = {}): VoiceEncoder {
  let hasEncoder = isInstalled
  return {
    get isInstalled() {
      return hasEncoder
    },
    async encode(file, target, signal) {
      if (!hasEncoder) return undefined
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const response = await runEncoderProcess({ kind: 'voice', file, target }, limit)
      if ('voice' in response || ('code' in response && response.code !== 'not_installed'))
        return response as VoiceEncoding
      hasEncoder = false
      return undefined
    },
  }
}
