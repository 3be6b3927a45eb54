import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { DomainError } from '@meadow/service'
import type { EncoderResponse } from './encoder-process.ts'
import type { EncodedPicture } from './picture-files.ts'

export type PictureEncoder = Disposable & {
  /**
   * Encodes the picture in `file` as WebP. An abort of `signal` kills the process that does it.
   * @throws unsupported_type if it is no picture, or also a file of another type
   * @throws too_large if it has more than 50 megapixels or takes too long
   * @throws animation_too_large if its frames are too many or too large
   * @throws invalid_picture if it cannot be decoded
   * @throws upload_failed if `signal` is aborted
   * @throws unavailable if the process crashes
   */
  encode(file: string, signal: AbortSignal): Promise<EncodedPicture>
  /** The number of processes, idle ones included. */
  readonly processCount: number
}

const ENCODER_PROCESS_FILE = join(import.meta.dirname, 'encoder-process.ts')
/** Shorter than the 30 s after which the gateway gives up, so that the client gets the reason. */
const ENCODING_TIMEOUT_MS = 25_000
/** An idle process ends after this time, to free its memory. */
const IDLE_TIMEOUT_MS = 30_000

/**
 * Opens an encoder. Decoding runs in child processes: there it can be killed, and a flaw in the decoder cannot read the
 * service's memory. There is one process per concurrent call, without an upper limit here; idle processes are used again and
 * end after 30 s. A process that needs longer than `timeoutMs` for a picture is killed. Disposing kills all of them.
 */
export function openPictureEncoder({ timeoutMs = ENCODING_TIMEOUT_MS } = {}): PictureEncoder {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const all = new Set<ChildProcess>()

  function removeIdle(child: ChildProcess): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
  }

  function takeProcess(): ChildProcess {
    const [child] = idle.keys()
    if (!child) return startProcess()
    removeIdle(child)
    child.ref()
    child.channel?.ref()
    return child
  }

  function startProcess(): ChildProcess {
    const child = fork(ENCODER_PROCESS_FILE, {
      env: {}, // the environment of the service contains passwords
      execArgv: [],
      serialization: 'advanced', // copies buffers
      stdio: ['ignore', 2, 2, 'ipc'], // warnings go to the log of the service
    })
    const removeProcess = () => {
      removeIdle(child)
      all.delete(child)
    }
    child.on('error', removeProcess).once('exit', removeProcess) // a process that fails to start emits no `exit`
    all.add(child)
    return child
  }

  function releaseProcess(child: ChildProcess): void {
    if (!child.connected) return
    child.unref() // an idle process does not keep the service running
    child.channel?.unref()
    const end = () => {
      removeIdle(child)
      child.kill('SIGKILL')
    }
    idle.set(child, setTimeout(end, IDLE_TIMEOUT_MS).unref())
  }

  return {
    get processCount() {
      return all.size
    },
    async encode(file, signal) {
      if (signal.aborted) throw new DomainError('upload_failed')
      const timeout = AbortSignal.timeout(timeoutMs)
      const response = await request(takeProcess(), file, AbortSignal.any([signal, timeout]), releaseProcess)
      if (signal.aborted) throw new DomainError('upload_failed')
      if (response === undefined) throw new DomainError(timeout.aborted ? 'too_large' : 'unavailable')
      if ('picture' in response) return response.picture
      throw new DomainError(response.code, { cause: response.message })
    },
    [Symbol.dispose]() {
      for (const child of all) child.kill('SIGKILL')
    },
  }
}

/** Sends a request to an encoder process. Returns undefined if the process ended before it responded. An abort kills it. */
async function request(
  child: ChildProcess,
  file: string,
  signal: AbortSignal,
  release: (child: ChildProcess) => void,
): Promise<EncoderResponse | undefined> {
  const { promise, resolve } = Promise.withResolvers<EncoderResponse | undefined>()
  const handleResponse = (response: unknown) => resolve(response as EncoderResponse)
  const handleEnd = () => resolve(undefined)
  const kill = () => void child.kill('SIGKILL')
  child.once('message', handleResponse).once('exit', handleEnd).once('error', handleEnd)
  signal.addEventListener('abort', kill, { once: true })
  child.send(file, (error) => error && kill())
  const response = await promise
  child.off('message', handleResponse).off('exit', handleEnd).off('error', handleEnd)
  signal.removeEventListener('abort', kill)
  if (response) release(child)
  return response
}
