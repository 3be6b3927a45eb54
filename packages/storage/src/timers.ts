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

const MINUTE_MS = 60_000

/**
 * Runs `work` a minute after the start and then every hour. If it fails, it runs once more after a minute, because a busy store refuses what
 * can wait; a second failure is logged.
 */
export function scheduleHourly(work: () => Promise<unknown>, log: Logger): Disposable {
  let repetition: NodeJS.Timeout | undefined
  const repeat = () => void work().catch((error) => log.warn({ err: error }, 'hourly work failed'))
  const attempt = () =>
    void work().catch(() => {
      repetition = setTimeout(repeat, MINUTE_MS).unref()
    })
  const first = setTimeout(attempt, MINUTE_MS).unref()
  const rest = setInterval(attempt, 60 * MINUTE_MS).unref()
  return {
    [Symbol.dispose]() {
      clearTimeout(first)
      clearTimeout(repetition)
      clearInterval(rest)
    },
  }
}
