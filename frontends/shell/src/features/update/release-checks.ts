const CHECK_INTERVAL_MS = 60 * 60 * 1_000
/** The waits before the next check after the first failed one, the second, and so on. Later ones wait for the interval. */
const RETRY_DELAYS_MS = [30_000, 60_000, 2 * 60_000, 5 * 60_000, 15 * 60_000]

/**
 * Creates the schedule of the checks for releases: every hour, and sooner after a check that fails. `requestCheck` begins a check,
 * which has failed if `complete` is not called before the next one.
 */
export function createReleaseChecks(requestCheck: () => void) {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(check, RETRY_DELAYS_MS[failures - 1] ?? CHECK_INTERVAL_MS)
  }
  const check = () => {
    requestCheck()
    failures += 1
    schedule()
  }
  return {
    /** Checks now. Earlier failures no longer count. */
    start: () => {
      failures = 0
      check()
    },
    complete: () => {
      failures = 0
      schedule()
    },
    stop: () => clearTimeout(timer),
  }
}
