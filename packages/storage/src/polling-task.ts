import type { BackgroundTask, Logger } from '@meadow/service'
import { createBackOff } from './back-off.ts'
import { sleep } from './timers.ts'

type PollingTaskOptions = {
  name: string
  intervalMs: number
  /** Handles everything that is due, or what it can until `signal` is aborted. */
  run(signal: AbortSignal): Promise<void>
  /** The log line of a run that failed. It is repeated soon. */
  failure: string
  /** Failures in a row that are not logged: a busy store is no news. @default 0 */
  toleratedFailures?: number
  log: Logger
}

export type PollingTask = BackgroundTask & {
  /** Starts the next run at once, because there is something to do. */
  wake(): void
}

/** Creates the background task that runs at an interval, and at once when it is woken. Of failures in a row it logs one. */
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
