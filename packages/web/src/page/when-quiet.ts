import { callsRunning } from '../api/running.ts'

const QUIET_MS = 1_000
const LONGEST_MS = 10_000

/**
 * Resolves when the page has downloaded nothing for a second and waits for no answer, or after ten seconds, or when
 * `stopped`. On a slow device more than a second passes between what is asked and what comes of it.
 */
export function whenQuiet(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(longest)
      clearTimeout(quiet)
      observer.disconnect()
      resolve()
    }
    const look = () => {
      if (callsRunning() === 0) return end()
      quiet = setTimeout(look, QUIET_MS)
    }
    const longest = setTimeout(end, LONGEST_MS)
    let quiet = setTimeout(look, QUIET_MS)
    const observer = new PerformanceObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(look, QUIET_MS)
    })
    observer.observe({ type: 'resource' })
    stopped.addEventListener('abort', end)
  })
}
