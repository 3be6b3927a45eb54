import { setTimeout as delay } from 'node:timers/promises'

/** With the fetch itself (2 s) less than the time-out of the gateway (5 s). */
const REFETCH_INTERVAL_MS = 2_000
/** After a failure, as auth may be starting. */
const RETRY_INTERVAL_MS = 1_000
/** The number of callers that may wait for a fetch. */
const MAX_WAITING = 1_000

export type FetchSchedule = Disposable & {
  /** Fetches now, after a running fetch, which may have begun before a change. Returns true if it succeeded. */
  fetchNow(): Promise<boolean>
  /**
   * Waits for the fetch that others wait for, too, until `isFound`. Returns true if a fetch succeeded that began after this
   * call; false at once if too many callers wait.
   */
  fetchUntil(isFound: () => boolean): Promise<boolean>
}

/**
 * Creates the schedule of a fetch that strangers can cause: whatever they send, one fetch runs at a time, and the next begins
 * at least `intervalMs` after the last one.
 */
export function createFetchSchedule(fetchAll: () => Promise<boolean>, intervalMs = REFETCH_INTERVAL_MS): FetchSchedule {
  const closing = new AbortController()
  let last: { startedAt: number; succeeded: boolean } | undefined
  let running: Promise<boolean> | undefined
  let next: Promise<boolean> | undefined
  let waiting = 0

  async function run() {
    const startedAt = performance.now()
    const succeeded = await fetchAll()
    last = { startedAt, succeeded }
    return succeeded
  }

  function start() {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  async function fetchNow() {
    await running
    return start()
  }

  async function fetchWhenDue() {
    const interval = last?.succeeded === false ? Math.min(RETRY_INTERVAL_MS, intervalMs) : intervalMs
    const waitMs = last ? last.startedAt + interval - performance.now() : 0
    await delay(Math.max(0, waitMs), undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    next = undefined // later callers wait for the fetch after this one
    return closing.signal.aborted ? false : fetchNow()
  }

  return {
    fetchNow,
    async fetchUntil(isFound) {
      if (waiting >= MAX_WAITING) return false
      waiting += 1
      try {
        await running
        if (isFound()) return true
        next ??= fetchWhenDue()
        return await next
      } finally {
        waiting -= 1
      }
    },
    [Symbol.dispose]: () => closing.abort(),
  }
}
