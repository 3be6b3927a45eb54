import { constants, setPriority } from 'node:os'
import { EncodingError, type EncodingErrorCode } from './encoding-error.ts'
import { type EncodedVideo, transcodeVideo } from './video-transcoder.ts'
import { type EncodedVoice, transcodeVoice } from './voice-transcoder.ts'

/** The paths of a recording, or of a video, and of the files to create. */
export type EncoderRequest =
  | { kind: 'voice'; file: string; target: string }
  | { kind: 'video'; file: string; target: string; poster: string }

type Encoded = { voice: EncodedVoice } | { video: EncodedVideo }

/** The response of an encoder process. `not_installed`: this machine has no `node-av`, or not for its platform. */
export type EncoderResponse = Encoded | { code: EncodingErrorCode | 'not_installed'; message: string }

const MEGABYTE = 1024 * 1024
/** A frame of 4K needs 12 MB, and a decoder holds up to sixteen. */
const MAX_MEMORY_BYTES = { voice: 512 * MEGABYTE, video: 1_024 * MEGABYTE }
const MEMORY_CHECK_MS = 50

// This is the main file of an encoder process. It encodes one file, after everything else that this machine does.
setPriority(constants.priority.PRIORITY_LOW)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}) // the service ends this process
process.on('disconnect', () => process.exit())
process.on('message', async (request: EncoderRequest) => {
  const maxBytes = MAX_MEMORY_BYTES[request.kind]
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.exit(1)
  }, MEMORY_CHECK_MS).unref()
  process.send?.(await respond(request))
})

async function respond(request: EncoderRequest): Promise<EncoderResponse> {
  try {
    await import('node-av/api')
  } catch (error) {
    return { code: 'not_installed', message: String(error) }
  }
  try {
    return await encode(request)
  } catch (error) {
    const code = error instanceof EncodingError ? error.code : 'invalid_file'
    return { code, message: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}

async function encode(request: EncoderRequest): Promise<Encoded> {
  if (request.kind === 'voice') return { voice: await transcodeVoice(request.file, request.target) }
  return { video: await transcodeVideo(request) }
}
