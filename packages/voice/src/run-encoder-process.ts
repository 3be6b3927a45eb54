import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { EncoderRequest, EncoderResponse } from './encoder-process.ts'
import type { EncodingErrorCode } from './encoding-error.ts'

const ENCODER_PROCESS_FILE = join(import.meta.dirname, 'encoder-process.ts')

/** `crashed`: the process ended without a response, took too long or was aborted. A retry may succeed, or crash again. */
export type EncodingFailure = { code: EncodingErrorCode | 'crashed'; message: string }

/**
 * Runs one process for one file, with low priority: FFmpeg can be killed there, cannot read the memory of the service, and is not linked
 * into it (see ADR 84). An abort of `signal` kills it.
 */
export async function runEncoderProcess(
  request: EncoderRequest,
  signal: AbortSignal,
): Promise<EncoderResponse | EncodingFailure> {
  const child = fork(ENCODER_PROCESS_FILE, {
    env: {}, // the environment of the service contains passwords
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'], // warnings go to the log of the service
  })
  const { promise, resolve } = Promise.withResolvers<EncoderResponse | EncodingFailure>()
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  child.once('message', (response) => resolve(response as EncoderResponse))
  child.once('error', (error) => resolve({ code: 'crashed', message: String(error) }))
  child.once('exit', (code, by) => resolve({ code: 'crashed', message: `The process ended with ${code ?? by}` }))
  child.send(request, (error) => error && kill())
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
export function isNodeAvInstalled(): boolean {
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
