import { callsRunning } from '../api/running.ts'
import { picturesOnScreen } from './pictures-on-screen.ts'

const QUIET_MS = 1_000
const LONGEST_MS = 10_000
/** So much later than asked for a timer comes only when the page had something else to do. */
const LATE_MS = 250

/**
 * Resolves when the page has downloaded nothing for a second, waits for no answer and had time to spare, or after ten
 * seconds, or when `stopped`. On a slow device more than a second passes between what is asked and what comes of it.
 */
export function whenQuiet(stopped: AbortSignal): Promise<void> {
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
      quiet = setTimeout(look, QUIET_MS)
    }
    const look = () => {
      const wasBusy = performance.now() - since > QUIET_MS + LATE_MS
      if (callsRunning() === 0 && !wasBusy && picturesOnScreen().every((image) => image.complete)) return end()
      wait()
    }
    const longest = setTimeout(end, LONGEST_MS)
    const observer = new PerformanceObserver(wait)
    wait()
    observer.observe({ type: 'resource' })
    stopped.addEventListener('abort', end)
  })
}
