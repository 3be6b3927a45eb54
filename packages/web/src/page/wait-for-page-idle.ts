import { countPendingCalls } from '../api/pending-calls.ts'
import { findVisibleImages } from './find-visible-images.ts'

const IDLE_MS = 1_000
const IDLE_TIMEOUT_MS = 10_000
/** So much later than asked for a timer comes only when the page had something else to do. */
const BUSY_TIMER_DELAY_MS = 250

/**
 * Resolves when the page has downloaded nothing for a second, waits for no answer and had time to spare, or after ten
 * seconds, or when `stopped`. On a slow device more than a second passes between what is asked and what comes of it.
 */
export function waitForPageIdle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(longest)
      clearTimeout(quiet)
      observer.disconnect()
      resolve()
    }
    let since = 0
    let quiet: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(quiet)
      since = performance.now()
      quiet = setTimeout(look, IDLE_MS)
    }
    const look = () => {
      const wasBusy = performance.now() - since > IDLE_MS + BUSY_TIMER_DELAY_MS
      if (countPendingCalls() === 0 && !wasBusy && findVisibleImages().every((image) => image.complete)) return end()
      wait()
    }
    const longest = setTimeout(end, IDLE_TIMEOUT_MS)
    const observer = new PerformanceObserver(wait)
    wait()
    observer.observe({ type: 'resource' })
    signal.addEventListener('abort', end)
  })
}
