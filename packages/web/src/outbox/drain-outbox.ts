import { withTabLock } from '../session/tab-lock.ts'
import { type DrainLaneDeps, drainLane, type OutboxListener } from './drain-lane.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import { getRetryAfterMs } from './outbox-errors.ts'

/** Lanes are sent side by side; more would only meet the limits of the browser and of the server. */
const MAX_CONCURRENT_LANES = 6

export type WithOutboxLock = <T>(name: string, work: () => Promise<T>) => Promise<T>

type DrainOutboxDeps = Pick<DrainLaneDeps, 'store' | 'sendRequest'> & {
  listener?: OutboxListener
  /** Returns false when sending must stop. @default always true */
  isActive?: () => boolean
  /** Called with the time for which a lane still has to wait, because the server has said so. */
  onHeld?: (remainingMs: number) => void
  withLock?: WithOutboxLock
}

/**
 * Sends all entries that wait: each lane by one tab or worker at a time, in order, and the lanes side by side. Resolves with
 * true if nothing is left that must be repeated later. A call during another one also sends what was added meanwhile. With a
 * lane it sends only that one, and does not read the others.
 */
export type OutboxDrain = (lane?: string) => Promise<boolean>

/** Creates a function that sends what waits in a store. */
export function createOutboxDrain(deps: DrainOutboxDeps): OutboxDrain {
  const { store, sendRequest, listener = {}, isActive = () => true, onHeld, withLock = withTabLock } = deps
  const lanes = new Map<string, { finished: Promise<boolean>; shouldRepeat: boolean }>()
  const heldUntilMs = new Map<string, number>() // the lanes that the server has told to wait, by the time since the page began
  const limit = createConcurrencyLimit(MAX_CONCURRENT_LANES)
  let failuresInSequence = 0 // many in a row show that the server cannot be reached

  const sendLane = (lane: string) =>
    limit(() => {
      const heldMs = (heldUntilMs.get(lane) ?? 0) - performance.now()
      if (heldMs > 0) onHeld?.(heldMs)
      if (heldMs > 0 || !isActive() || failuresInSequence >= MAX_CONCURRENT_LANES)
        return Promise.resolve({ isDone: false, readyLanes: [] })
      const readyLanes: string[] = []
      const onReady = (dependentLanes: readonly string[]) => void readyLanes.push(...dependentLanes)
      const onSent: OutboxListener['onSent'] = (entry, response) => {
        failuresInSequence = 0
        listener.onSent?.(entry, response)
      }
      const onPostponed: OutboxListener['onPostponed'] = (entry, error) => {
        const retryAfterMs = getRetryAfterMs(error)
        heldUntilMs.set(lane, performance.now() + retryAfterMs)
        if (retryAfterMs > 0) onHeld?.(retryAfterMs)
        listener.onPostponed?.(entry, error)
      }
      return withLock(`meadow-outbox ${lane}`, async () => {
        const isDone = await drainLane(lane, {
          store,
          sendRequest,
          listener: { ...listener, onSent, onPostponed },
          isActive,
          onReady,
        })
        if (!isDone) failuresInSequence += 1
        return { isDone, readyLanes }
      })
    })
  const runLane = async (lane: string): Promise<boolean> => {
    const { isDone, readyLanes } = await sendLane(lane)
    const { shouldRepeat = false } = lanes.get(lane) ?? {}
    lanes.delete(lane)
    const repeated = shouldRepeat && isDone ? startLane(lane) : isDone
    return (await Promise.all([repeated, ...startReadyLanes(readyLanes)])).every(Boolean)
  }
  const startLane = (lane: string): Promise<boolean> => {
    const running = lanes.get(lane)
    if (running) {
      running.shouldRepeat = true
      return running.finished
    }
    const current = { finished: Promise.resolve(true), shouldRepeat: false }
    lanes.set(lane, current)
    current.finished = runLane(lane)
    return current.finished
  }
  /** A running lane repeats itself. It is not waited for, because it may wait for the caller. */
  const startReadyLanes = (ready: readonly string[]): Promise<boolean>[] => {
    const unique = [...new Set(ready)]
    const idle = unique.filter((lane) => !lanes.has(lane))
    for (const lane of unique) if (lanes.has(lane)) void startLane(lane)
    return idle.map(startLane)
  }
  return async (lane) => {
    failuresInSequence = 0
    if (lane !== undefined) return startLane(lane)
    await store.expire(Date.now())
    const ready = listReadyLanes(await store.list())
    return (await Promise.all(ready.map(startLane))).every(Boolean)
  }
}

/**
 * Returns the lanes whose next entry can be sent. Those that have failed most often come last, so that they cannot keep the
 * others waiting.
 */
function listReadyLanes(entries: readonly OutboxEntry[]): string[] {
  const next = new Map<string, OutboxEntry>()
  for (const entry of entries) if (entry.refusal === null && !next.has(entry.lane)) next.set(entry.lane, entry)
  return [...next.values()]
    .filter(({ dependsOn }) => dependsOn.length === 0)
    .sort((one, other) => one.attempts - other.attempts)
    .map(({ lane }) => lane)
}

/** Returns a function that runs at most `max` calls at a time; the others wait for their turn. */
function createConcurrencyLimit(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => void waiting.push(resolve))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
