import type { OutboxEntry } from '../store/outbox-entry.ts'
import { type DrainLaneDeps, drainLane, type OutboxListener } from './drain-lane.ts'
import { getRetryAfterMs } from './outbox-failure.ts'

/** Lanes are sent side by side; more would only meet the limits of the browser and of the server. */
const MAX_CONCURRENT_LANES = 6

/** Runs work while no other tab or worker of this browser runs work under the same name. */
export type WithOutboxLock = <T>(name: string, work: () => Promise<T>) => Promise<T>

type OutboxDrainDeps = Pick<DrainLaneDeps, 'store' | 'sendRequest'> & {
  withLock: WithOutboxLock
  listener?: OutboxListener
  /** Returns false when sending must stop. @default always true */
  isActive?: () => boolean
  /** Called with the time for which a lane still has to wait, because the server has said so. */
  onHeld?: (remainingMs: number) => void
}

/**
 * Sends all entries that wait: each lane by one tab or worker at a time, in order, and the lanes side by side. Resolves with
 * true if nothing is left that must be repeated later. A call during another one also sends what was added meanwhile. With a
 * lane it sends only that one, and does not read the others.
 */
export type OutboxDrain = (lane?: string) => Promise<boolean>

type Lane = { finished: PromiseWithResolvers<boolean>; isRunning: boolean; shouldRepeat: boolean }

/** Creates a function that sends what waits in a store. */
export function createOutboxDrain(deps: OutboxDrainDeps): OutboxDrain {
  const { store, sendRequest, withLock, listener = {}, isActive = () => true, onHeld } = deps
  const lanes = new Map<string, Lane>() // those that are sent, and those that wait for their turn, in this order
  const heldUntilMs = new Map<string, number>() // the lanes that the server has told to wait, by the time since the page began
  let runningCount = 0
  let failuresInSequence = 0 // many in a row show that the server cannot be reached

  /** Sends one lane. Returns the lanes of entries that have waited for a sent one. */
  const sendLane = async (name: string): Promise<{ isDone: boolean; readyLanes: string[] }> => {
    const readyLanes: string[] = []
    const heldMs = (heldUntilMs.get(name) ?? 0) - performance.now()
    if (heldMs > 0) onHeld?.(heldMs)
    if (heldMs > 0 || !isActive() || failuresInSequence >= MAX_CONCURRENT_LANES) return { isDone: false, readyLanes }
    const laneListener: OutboxListener = {
      ...listener,
      onSent(entry, response) {
        failuresInSequence = 0
        listener.onSent?.(entry, response)
      },
      onPostponed(entry, error) {
        const retryAfterMs = getRetryAfterMs(error)
        heldUntilMs.set(name, performance.now() + retryAfterMs)
        if (retryAfterMs > 0) onHeld?.(retryAfterMs)
        listener.onPostponed?.(entry, error)
      },
    }
    const onReady = (dependentLanes: readonly string[]) => void readyLanes.push(...dependentLanes)
    return withLock(`meadow-outbox ${name}`, async () => {
      const isDone = await drainLane(name, { store, sendRequest, listener: laneListener, isActive, onReady })
      if (!isDone) failuresInSequence += 1
      return { isDone, readyLanes }
    })
  }
  const runLane = async (name: string, lane: Lane): Promise<void> => {
    lane.isRunning = true
    runningCount += 1
    try {
      const { isDone, readyLanes } = await sendLane(name)
      lanes.delete(name)
      const repeated = lane.shouldRepeat && isDone ? startLane(name) : isDone
      const finished = Promise.all([repeated, ...startReadyLanes(readyLanes)])
      lane.finished.resolve(finished.then((results) => results.every(Boolean)))
    } catch (error) {
      lanes.delete(name)
      lane.finished.reject(error)
    }
    runningCount -= 1
    runNext()
  }
  const runNext = () => {
    for (const [name, lane] of lanes)
      if (!lane.isRunning && runningCount < MAX_CONCURRENT_LANES) void runLane(name, lane)
  }
  function startLane(name: string): Promise<boolean> {
    const known = lanes.get(name)
    if (known) known.shouldRepeat = true
    const lane = known ?? { finished: Promise.withResolvers<boolean>(), isRunning: false, shouldRepeat: false }
    lanes.set(name, lane)
    runNext()
    return lane.finished.promise
  }
  /** A running lane repeats itself. It is not waited for, because it may wait for the caller. */
  const startReadyLanes = (ready: readonly string[]): Promise<boolean>[] => {
    const unique = [...new Set(ready)]
    const idle = unique.filter((name) => !lanes.has(name))
    for (const name of unique) if (lanes.has(name)) void startLane(name)
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
