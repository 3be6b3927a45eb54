/** The tag of Background Sync. */
export const OUTBOX_SYNC_TAG = 'meadow-outbox'

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

export type RetrySchedule = {
  /** Plans a retry, after a longer time than the last one, unless one is planned. */
  postpone: () => void
  /** Plans a retry also after this time. Of several times the earliest counts: its retry finds what has to wait longer. */
  retryAfter: (delayMs: number) => void
  /** Cancels the planned retry. The next one is planned after the shortest time again. */
  reset: () => void
  stop: () => void
}

/**
 * Plans retries of what has failed for a passing reason: after 1 to 30 s, when the time is over that the server names, and as
 * soon as the browser is online.
 */
export function createRetrySchedule(retry: () => void): RetrySchedule {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let namedTimer: ReturnType<typeof setTimeout> | undefined
  let namedTimeMs = Number.POSITIVE_INFINITY
  const abortController = new AbortController()
  addEventListener('online', retry, { signal: abortController.signal })
  return {
    postpone() {
      if (abortController.signal.aborted || timer !== undefined) return
      const retryNow = () => {
        timer = undefined
        retry()
      }
      timer = setTimeout(retryNow, RETRY_DELAYS_MS[failures] ?? RETRY_DELAYS_MS.at(-1))
      failures += 1
    },
    retryAfter(delayMs) {
      const timeMs = performance.now() + delayMs
      if (abortController.signal.aborted || timeMs >= namedTimeMs) return
      clearTimeout(namedTimer)
      namedTimeMs = timeMs
      namedTimer = setTimeout(() => {
        namedTimeMs = Number.POSITIVE_INFINITY
        retry()
      }, delayMs)
    },
    reset() {
      clearTimeout(timer)
      timer = undefined
      failures = 0
    },
    stop() {
      clearTimeout(timer)
      clearTimeout(namedTimer)
      abortController.abort()
    },
  }
}

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }

/** Asks the browser to wake the service worker when it is online again, also after the page has closed. */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register(OUTBOX_SYNC_TAG)
  } catch {
    // not supported or not allowed: pages send it
  }
}
