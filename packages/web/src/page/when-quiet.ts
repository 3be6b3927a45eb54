const QUIET_MS = 1_000
const LONGEST_MS = 10_000

/** Resolves when the page has downloaded nothing for a second, or after ten, or when `stopped`. */
export function whenQuiet(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(longest)
      clearTimeout(quiet)
      observer.disconnect()
      resolve()
    }
    const longest = setTimeout(end, LONGEST_MS)
    let quiet = setTimeout(end, QUIET_MS)
    const observer = new PerformanceObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(end, QUIET_MS)
    })
    observer.observe({ type: 'resource' })
    stopped.addEventListener('abort', end)
  })
}
