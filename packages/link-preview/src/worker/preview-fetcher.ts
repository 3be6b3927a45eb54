import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { LinkPreviewError } from '../link-preview-error.ts'
import type { FetchedPreview } from '../page/fetch-preview.ts'
import type { PreviewRequest, PreviewResponse } from './preview-process.ts'

/** Fetches previews of addresses in a process of its own. Disposing ends the process. */
export type PreviewFetcher = Disposable & {
  /** @throws LinkPreviewError if the address has no preview; with `too_slow` also if the process had to be killed */
  fetch(address: string): Promise<FetchedPreview>
}

const PROCESS_FILE = join(import.meta.dirname, 'preview-process.ts')
/** Longer than a page and its picture take. A process that does not respond in this time is blocked, and killed. */
const RESPONSE_TIMEOUT_MS = 10_000
/** An idle process ends after this time, to free its memory. */
const IDLE_TIMEOUT_MS = 30_000

type Waiting = PromiseWithResolvers<FetchedPreview>

/**
 * Opens a fetcher. Pages of other sites are read and parsed in a child process without the environment of the service: what a page
 * does to its parser reaches no secret, and a page that keeps it busy delays no request of a member.
 */
export function openPreviewFetcher({
  allowedHosts = [],
  timeoutMs = RESPONSE_TIMEOUT_MS,
}: {
  allowedHosts?: readonly string[]
  timeoutMs?: number
} = {}): PreviewFetcher {
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | undefined
  let lastNumber = 0
  let idleTimer: NodeJS.Timeout | undefined

  function startProcess(): ChildProcess {
    const started = fork(PROCESS_FILE, {
      env: {}, // the environment of the service contains passwords
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced', // copies buffers
      stdio: ['ignore', 2, 2, 'ipc'],
    })
    const handleEnd = () => {
      if (child !== started) return
      child = undefined
      const error = new LinkPreviewError('too_slow', undefined, { isOfProcess: true })
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', handleEnd).once('exit', handleEnd) // a process that fails to start emits no `exit`
    started.on('message', (message) => {
      const response = message as PreviewResponse
      const request = waiting.get(response.number)
      waiting.delete(response.number)
      if ('preview' in response) request?.resolve(toPreview(response.preview))
      else request?.reject(new LinkPreviewError(response.code))
      if (waiting.size === 0) waitIdle()
    })
    return started
  }

  function end(): void {
    clearTimeout(idleTimer)
    child?.kill('SIGKILL')
  }

  function waitIdle(): void {
    idleTimer = setTimeout(end, IDLE_TIMEOUT_MS).unref()
    child?.unref() // an idle process does not keep the service running
    child?.channel?.unref()
  }

  return {
    async fetch(address) {
      clearTimeout(idleTimer)
      child ??= startProcess()
      child.ref()
      child.channel?.ref()
      lastNumber += 1
      const request: PreviewRequest = { number: lastNumber, address, allowedHosts }
      const response = Promise.withResolvers<FetchedPreview>()
      waiting.set(lastNumber, response)
      const timer = setTimeout(end, timeoutMs)
      try {
        child.send(request, (error) => error && end())
        return await response.promise
      } finally {
        clearTimeout(timer)
      }
    },
    [Symbol.dispose]: end,
  }
}

/** Advanced serialisation delivers a buffer as bytes. */
const toPreview = ({ picture, ...texts }: FetchedPreview): FetchedPreview => ({
  ...texts,
  picture: picture && Buffer.from(picture),
})
