import { createOutboxDrain, type OutboxListener, type WithOutboxLock } from '../send/outbox-drain.ts'
import { isRequestError, type SendOutboxRequest, toOutboxRefusal } from '../send/outbox-request.ts'
import { createRetrySchedule, requestBackgroundSync } from '../send/retry-schedule.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import type { OutboxStore } from '../store/outbox-store.ts'
import type { PageOutboxState } from './page-outbox-state.ts'

const PROBE_TIMEOUT_MS = 5_000

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
    onHeld: retries.retryAfter,
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
