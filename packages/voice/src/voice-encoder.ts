import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { VoiceResponse } from './voice-process.ts'
import type { EncodedVoice, VoiceErrorCode } from './voice-transcoder.ts'

/** `crashed`: the process ended without a response, took too long or was aborted. A retry may succeed, or crash again. */
export type VoiceEncoding = { voice: EncodedVoice } | { code: VoiceErrorCode | 'crashed'; message: string }

export type VoiceEncoder = {
  /** This machine can encode; false once `encode` has found no encoder. Recordings are then stored as they were recorded. */
  readonly isInstalled: boolean
  /**
   * Encodes the recording in `file` as AAC in the new file `target` (m4a). An abort of `signal` kills the process that does it.
   * Returns undefined if this machine turns out to have no encoder.
   */
  encode(file: string, target: string, signal: AbortSignal): Promise<VoiceEncoding | undefined>
}

const VOICE_PROCESS_FILE = join(import.meta.dirname, 'voice-process.ts')
/** A recording of five minutes needs about two seconds of a free processor. */
const ENCODING_TIMEOUT_MS = 60_000

/**
 * Opens an encoder of recordings. Each is encoded in a child process of its own, with low priority: FFmpeg can be killed there, cannot
 * read the memory of the service, and is not linked into it (see ADR 84). `timeoutMs` is the time that one encoding may take.
 */
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
      const response = await runVoiceProcess(file, target, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
      if ('voice' in response || response.code !== 'not_installed') return response as VoiceEncoding
      hasEncoder = false
      return undefined
    },
  }
}

/** Runs one process for one recording. */
async function runVoiceProcess(
  file: string,
  target: string,
  signal: AbortSignal,
): Promise<VoiceResponse | { code: 'crashed'; message: string }> {
  const child = fork(VOICE_PROCESS_FILE, {
    env: {}, // the environment of the service contains passwords
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'], // warnings go to the log of the service
  })
  const { promise, resolve } = Promise.withResolvers<VoiceResponse | { code: 'crashed'; message: string }>()
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  child.once('message', (response) => resolve(response as VoiceResponse))
  child.once('error', (error) => resolve({ code: 'crashed', message: String(error) }))
  child.once('exit', (code, by) => resolve({ code: 'crashed', message: `The process ended with ${code ?? by}` }))
  child.send({ file, target }, (error) => error && kill())
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
  }
}

/** The packages with the binary of `node-av`, which npm installs where they fit. */
const { platform, arch } = process
const BINARY_PACKAGES =
  platform === 'win32'
    ? [`@seydx/node-av-win32-${arch}-mingw`, `@seydx/node-av-win32-${arch}-msvc`]
    : [`@seydx/node-av-${platform}-${arch}`]

/** Returns whether the optional dependency `node-av` is installed for this platform, without loading it. */
function isNodeAvInstalled(): boolean {
  const { resolve } = createRequire(import.meta.url)
  const canResolve = (name: string) => {
    try {
      return resolve(name) !== ''
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND'
    }
  }
  return canResolve('node-av/api') && BINARY_PACKAGES.some((name) => canResolve(`${name}/package.json`))
}
