import { OUTBOX_SYNC_TAG } from '../send/outbox-channel.ts'
import { createOutboxDrain, type OutboxListener, type WithOutboxLock } from '../send/outbox-drain.ts'
import { isRequestError, type SendOutboxRequest, toOutboxRefusal } from '../send/outbox-request.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import type { OutboxStore } from '../store/outbox-store.ts'
import type { PageOutboxState } from './page-outbox-state.ts'

const PROBE_TIMEOUT_MS = 5_000
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

type PageOutboxDrainDeps = {
  store: OutboxStore
  state: PageOutboxState
  sendRequest: SendOutboxRequest
  /** Returns false as soon as nothing may be sent any more. */
  isActive: () => boolean
  onSent: (entry: OutboxEntry, response: unknown) => void
  onRefused: () => void
  /** Called after everything that can be sent now is sent. */
  onDrained: () => Promise<void>
  withLock: WithOutboxLock
}

/** Creates the drain of a page: it sends the waiting entries, and repeats what has failed for a passing reason. */
export function createPageOutboxDrain(deps: PageOutboxDrainDeps) {
  const { state, isActive } = deps
  const attempts = new Map<string, AbortController>()
  let sentCount = 0
  let fullDrainCount = 0 // of those that run
  const retries = createRetrySchedule(() => flush())
  const listener: OutboxListener = {
    onStart({ id }) {
      const controller = new AbortController()
      if (!isActive()) controller.abort() // the session has ended while the entry was read
      attempts.set(id, controller)
      return controller.signal
    },
    onProgress: ({ id }, progress) => state.showProgress(id, progress),
    onSent(entry, response) {
      attempts.delete(entry.id)
      sentCount += 1
      retries.reset()
      deps.onSent(entry, response)
    },
    onRefused({ id }) {
      attempts.delete(id)
      state.forgetSendState(id)
      deps.onRefused()
    },
    onPostponed(entry, error) {
      attempts.delete(entry.id)
      state.showFailedAttempt(entry, isRequestError(error) ? toOutboxRefusal(error) : undefined)
    },
  }
  const drain = createOutboxDrain({
    store: deps.store,
    sendRequest: deps.sendRequest,
    withLock: deps.withLock,
    isActive,
    listener,
    onHeld(heldMs) {
      retries.retryAfter(heldMs)
      void requestBackgroundSync() // the page may be closed before
    },
  })
  const postpone = () => {
    if (!isActive()) return
    retries.postpone()
    void requestBackgroundSync()
  }
  const drainAll = async () => {
    if (!isActive() || !state.getEntries().some(({ refusal }) => refusal === null)) return
    if (!(await canReachServer())) return postpone()
    fullDrainCount += 1
    const isDone = await drain().catch(() => false)
    fullDrainCount -= 1
    await deps.onDrained()
    if (!isDone) postpone()
  }
  /** Sends what waits. */
  const flush = () => void drainAll()
  const drainLane = async (lane: string) => {
    if (!isActive()) return
    if (!(await canReachServer())) return postpone()
    const sentBefore = sentCount
    if (!(await drain(lane).catch(() => false))) postpone()
    if (sentCount === sentBefore || fullDrainCount > 0) return
    await deps.onDrained()
    flush() // the server can be reached
  }

  return {
    flush,
    /** Sends what waits in one lane, and reads no other. Sends the other lanes too if that succeeds. */
    flushLane: (lane: string) => void drainLane(lane),
    /**
     * Aborts the attempt of a removed entry. Leaves entries with a `replaceKey` running, because an aborted request may still
     * reach the server after its replacement.
     */
    abortAttempt({ id, replaceKey }: OutboxEntry): void {
      if (replaceKey === undefined) attempts.get(id)?.abort()
    },
    stop(): void {
      retries.stop()
      for (const controller of attempts.values()) controller.abort()
    },
  }
}

/**
 * Returns false if the browser is offline. A browser without a network may still reach a server on the same device, so then
 * the server is asked: an attempt that cannot succeed must not count as one.
 */
async function canReachServer(): Promise<boolean> {
  if (navigator.onLine !== false) return true
  try {
    await fetch('/api/health', { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    return true
  } catch {
    return false
  }
}

/**
 * Plans retries of what has failed for a passing reason: after 1 to 30 s, when the time is over that the server names, and as
 * soon as the browser is online.
 */
function createRetrySchedule(retry: () => void) {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let namedTimer: ReturnType<typeof setTimeout> | undefined
  let namedTimeMs = Number.POSITIVE_INFINITY
  const abortController = new AbortController()
  addEventListener('online', retry, { signal: abortController.signal })
  return {
    /** Plans a retry, after a longer time than the last one, unless one is planned. */
    postpone(): void {
      if (abortController.signal.aborted || timer !== undefined) return
      const retryNow = () => {
        timer = undefined
        retry()
      }
      timer = setTimeout(retryNow, RETRY_DELAYS_MS[failures] ?? RETRY_DELAYS_MS.at(-1))
      failures += 1
    },
    /** Plans a retry also after this time. Of several times the earliest counts: its retry finds what has to wait longer. */
    retryAfter(delayMs: number): void {
      const timeMs = performance.now() + delayMs
      if (abortController.signal.aborted || timeMs >= namedTimeMs) return
      clearTimeout(namedTimer)
      namedTimeMs = timeMs
      namedTimer = setTimeout(() => {
        namedTimeMs = Number.POSITIVE_INFINITY
        retry()
      }, delayMs)
    },
    /** Cancels the planned retry. The next one is planned after the shortest time again. */
    reset(): void {
      clearTimeout(timer)
      timer = undefined
      failures = 0
    },
    stop(): void {
      clearTimeout(timer)
      clearTimeout(namedTimer)
      abortController.abort()
    },
  }
}

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }

/** Asks the browser to wake the service worker when it is online again, also after the page has closed. */
async function requestBackgroundSync(): Promise<void> {
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register(OUTBOX_SYNC_TAG)
  } catch {
    // not supported or not allowed: pages send it
  }
}
