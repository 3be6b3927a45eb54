const QUIET_MS = 1_000
const LONGEST_MS = 10_000

/** Resolves when the page has downloaded nothing for a second, or after ten, or when `stopped`. */
export function whenQuiet(stopped: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const longest = setTimeout(resolve, LONGEST_MS)
  let quiet = setTimeout(resolve, QUIET_MS)
  const observer = new PerformanceObserver(() => {
    clearTimeout(quiet)
    quiet = setTimeout(resolve, QUIET_MS)
  })
  observer.observe({ type: 'resource' })
  stopped.addEventListener('abort', () => resolve())
  return promise.finally(() => {
    clearTimeout(longest)
    clearTimeout(quiet)
    observer.disconnect()
  })
}
