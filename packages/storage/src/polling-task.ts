import type { BackgroundTask, Logger } from '@meadow/service'
import { createBackOff } from './back-off.ts'
import { sleep } from './timers.ts'

type PollingTaskOptions = {
  name: string
  intervalMs: number
  /** Handles everything that is due, or what it can until `signal` is aborted. */
  run(signal: AbortSignal): Promise<void>
  /** The log message of a failed run. The run is repeated after a while. */
  failure: string
  /** The number of failures in a row that are not logged, because a busy store may fail now and then. @default 0 */
  toleratedFailures?: number
  log: Logger
}

export type PollingTask = BackgroundTask & {
  /** Ends the pause after a run, because there is something to do. It shortens no pause after a failure. */
  wake(): void
}

/**
 * Creates the background task that runs at once, again a pause of `intervalMs` after each run, and earlier when it is woken. After failures it pauses
 * longer and longer, and logs one of them.
 */
export function createPollingTask({
  name,
  intervalMs,
  run,
  failure,
  toleratedFailures = 0,
  log,
}: PollingTaskOptions): PollingTask {
  let stopping = new AbortController()
  let sleeping = new AbortController()
  let running = Promise.resolve()

  async function poll({ signal }: AbortController): Promise<void> {
    const backOff = createBackOff()
    while (!signal.aborted) {
      sleeping = new AbortController()
      try {
        await run(signal)
        backOff.reset()
        await sleep(intervalMs, AbortSignal.any([signal, sleeping.signal]))
      } catch (error) {
        if (backOff.failures === toleratedFailures && !signal.aborted) log.warn({ err: error }, failure)
        await backOff.wait(signal)
      }
    }
  }

  return {
    name,
    wake: () => sleeping.abort(),
    async start() {
      stopping = new AbortController()
      running = poll(stopping)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
