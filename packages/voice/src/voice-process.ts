import { constants, setPriority } from 'node:os'
import { type EncodedVoice, transcodeVoice, VoiceError, type VoiceErrorCode } from './voice-transcoder.ts'

/** The paths of a recording, and of the file to create. */
type VoiceRequest = { file: string; target: string }

/** The response of a voice process. `not_installed`: this machine has no `node-av`, or not for its platform. */
export type VoiceResponse = { voice: EncodedVoice } | { code: VoiceErrorCode | 'not_installed'; message: string }

const MAX_MEMORY_BYTES = 512 * 1024 * 1024
const MEMORY_CHECK_MS = 50

// This is the main file of a voice process. It encodes one recording, after everything else that this machine does.
setPriority(constants.priority.PRIORITY_LOW)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}) // the service ends this process
process.on('disconnect', () => process.exit())
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.exit(1)
}, MEMORY_CHECK_MS).unref()
process.on('message', async ({ file, target }: VoiceRequest) => {
  process.send?.(await respond(file, target))
})

async function respond(file: string, target: string): Promise<VoiceResponse> {
  try {
    await import('node-av/api')
  } catch (error) {
    return { code: 'not_installed', message: String(error) }
  }
  try {
    return { voice: await transcodeVoice(file, target) }
  } catch (error) {
    const code = error instanceof VoiceError ? error.code : 'invalid_voice'
    return { code, message: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}
