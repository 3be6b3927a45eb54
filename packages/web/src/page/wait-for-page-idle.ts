import { countPendingCalls } from '../api/send-request.ts'
import { findVisibleImages } from './find-visible-images.ts'

const IDLE_MS = 1_000
const IDLE_TIMEOUT_MS = 10_000
/** A timer that fires later than this shows that the page was busy. */
const BUSY_TIMER_DELAY_MS = 250
/** A page that is never idle does the work of the next waiter after this time. */
const IDLE_CALLBACK_TIMEOUT_MS = 200

/**
 * Resolves when the page has been idle for a second: no downloads, no pending calls, no long tasks. Resolves after ten
 * seconds in any case, and when `signal` aborts. A shorter time is not enough on a slow device. Those who wait have turns: an
 * interaction waits for the work of one of them, not for that of all.
 */
export async function waitForPageIdle(signal: AbortSignal): Promise<void> {
  await waitForQuiet(signal)
  if (!signal.aborted) await waitForIdleCallback()
}

/**
 * Resolves when the browser has nothing else to do. Each caller has a callback of its own, before which the browser handles
 * input. Safari has no idle callbacks: a timer lets it handle input, too.
 */
export const waitForIdleCallback = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve)
    else requestIdleCallback(() => resolve(), { timeout: IDLE_CALLBACK_TIMEOUT_MS })
  })

function waitForQuiet(signal: AbortSignal): Promise<void> {
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
