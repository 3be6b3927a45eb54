import type { Logger } from '@meadow/service'

/** Waits `ms`, or until `signal` is aborted. Never rejects. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

/** Runs `work` a minute after the start and then every hour. A failure is logged. */
export function scheduleHourly(work: () => Promise<unknown>, log: Logger): Disposable {
  const attempt = () => void work().catch((error) => log.warn({ err: error }, 'hourly work failed'))
  const first = setTimeout(attempt, 60_000).unref()
  const rest = setInterval(attempt, 3_600_000).unref()
  return {
    [Symbol.dispose]() {
      clearTimeout(first)
      clearInterval(rest)
    },
  }
}
