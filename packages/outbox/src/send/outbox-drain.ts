import type { OutboxEntry, OutboxRefusal } from '../store/outbox-entry.ts'
import type { OutboxStore } from '../store/outbox-store.ts'
import {
  classifyOutboxFailure,
  getRetryAfterMs,
  getUploadedFraction,
  resolveOutboxRequest,
  type SendOutboxRequest,
  toOutboxRefusal,
} from './outbox-request.ts'

/** Lanes are sent side by side; more would only meet the limits of the browser and of the server. */
const MAX_CONCURRENT_LANES = 6
/** After so many lanes have failed in a row the server counts as unreachable, and the others are not tried. */
const MAX_FAILURES_IN_SEQUENCE = MAX_CONCURRENT_LANES

/** Runs work while no other tab or worker of this browser runs work under the same name. */
export type WithOutboxLock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Called while entries are sent. */
export type OutboxListener = {
  /** Returns the signal that aborts the attempt. */
  onStart?: (entry: OutboxEntry) => AbortSignal
  /** `fraction` of the bytes of its files that are uploaded, from 0 to 1. */
  onProgress?: (entry: OutboxEntry, fraction: number) => void
  onSent?: (entry: OutboxEntry, response: unknown) => void
  onRefused?: (entry: OutboxEntry) => void
  /** The attempt has failed, and will be repeated. */
  onPostponed?: (entry: OutboxEntry, error: unknown) => void
}

type OutboxDrainDeps = {
  store: OutboxStore
  sendRequest: SendOutboxRequest
  withLock: WithOutboxLock
  listener?: OutboxListener
  /** Returns false when sending must stop, for example because the member has signed out. @default always true */
  isActive?: () => boolean
  /** Called with the time for which a lane still has to wait, because the server has said so, or because its next entry is held. */
  onHeld?: (remainingMs: number) => void
}

/**
 * Sends all entries that wait. A lane is a named queue, whose entries are sent in order: each by one tab or worker at a time, and the lanes side by side. Resolves with
 * true if nothing is left that must be repeated later. A call during another one also sends what was added meanwhile. With a
 * lane it sends only that one, and does not read the others.
 */
export type OutboxDrain = (lane?: string) => Promise<boolean>

type Lane = { finished: PromiseWithResolvers<boolean>; isRunning: boolean; shouldRepeat: boolean }
/** `isDone` is false if an attempt must be repeated later. `readyLanes` has the lanes of entries that have waited for a sent one. */
type LaneResult = { isDone: boolean; readyLanes: readonly string[] }

/** Creates a function that sends what waits in a store. */
export function createOutboxDrain(deps: OutboxDrainDeps): OutboxDrain {
  const { store, sendRequest, withLock, listener = {}, isActive = () => true, onHeld } = deps
  const lanes = new Map<string, Lane>() // those that are sent, and those that wait for their turn, in this order
  const heldUntilMs = new Map<string, number>() // the lanes that the server has told to wait, by the time since the page began
  let runningCount = 0
  let failuresInSequence = 0 // many in a row show that the server cannot be reached

  const sendLane = async (name: string): Promise<LaneResult> => {
    const heldMs = (heldUntilMs.get(name) ?? 0) - performance.now()
    if (heldMs > 0) onHeld?.(heldMs)
    if (heldMs > 0 || !isActive() || failuresInSequence >= MAX_FAILURES_IN_SEQUENCE)
      return { isDone: false, readyLanes: [] }
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
    return withLock(`meadow-outbox ${name}`, async () => {
      const result = await drainLane(name, { store, sendRequest, listener: laneListener, isActive, onHeld })
      if (!result.isDone) failuresInSequence += 1
      return result
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
  /**
   * Starts lanes, and returns the results to wait for. A lane that is sent or waits for its turn is only told to repeat: waiting for
   * it could wait for ever, because it may wait for this one.
   */
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

type DrainLaneDeps = Required<Pick<OutboxDrainDeps, 'store' | 'sendRequest' | 'listener' | 'isActive'>> & {
  onHeld: OutboxDrainDeps['onHeld']
}

/** The code of the error by which the server refuses all that a member sends: moderators have suspended the account. */
const MEMBER_REFUSAL = 'account_suspended'

/** Refuses all entries of a member that wait. */
async function refuseAll(memberId: string, refusal: OutboxRefusal, { store, listener }: DrainLaneDeps): Promise<void> {
  for (const entry of await store.list()) {
    if (entry.memberId !== memberId || entry.refusal !== null) continue
    await store.refuse(entry.id, refusal)
    listener.onRefused?.(entry)
  }
}

/** Sends the entries of one lane in order. A refused entry stays with its reason; the next ones are sent. */
async function drainLane(lane: string, deps: DrainLaneDeps): Promise<LaneResult> {
  const { store, listener, isActive, onHeld } = deps
  const readyLanes: string[] = []
  while (isActive()) {
    const { entry, heldMs } = await store.startAttempt(lane, Date.now())
    if (heldMs !== undefined) onHeld?.(heldMs)
    if (!entry) return { isDone: true, readyLanes }
    try {
      const sent = await sendEntry(entry, deps)
      const response = sent.responses.at(-1)
      readyLanes.push(...(await store.complete(entry.id, response, Date.now())))
      listener.onSent?.(sent, response)
    } catch (error) {
      const isRemoved = (await store.get(entry.id)) === undefined
      if (isRemoved) continue // discarded or replaced during the attempt
      if (!(error instanceof RefusedRequestError)) {
        listener.onPostponed?.(entry, error)
        break
      }
      const refusal = toOutboxRefusal(error.cause)
      await store.refuse(entry.id, refusal)
      listener.onRefused?.(entry)
      if (refusal.code === MEMBER_REFUSAL) await refuseAll(entry.memberId, refusal, deps)
    }
  }
  return { isDone: false, readyLanes }
}

/** The server refused a request; `cause` is its error. */
class RefusedRequestError extends Error {
  override name = 'RefusedRequestError'
}

/** Sends the requests of an entry that are not finished. Returns the entry with all responses. */
async function sendEntry(entry: OutboxEntry, { store, sendRequest, listener }: DrainLaneDeps): Promise<OutboxEntry> {
  const signal = listener.onStart?.(entry) ?? new AbortController().signal
  let sent = entry
  for (const request of entry.requests.slice(entry.responses.length)) {
    const current = sent
    const onProgress = (fraction: number) =>
      listener.onProgress?.(entry, getUploadedFraction(current, request, fraction))
    let response: unknown
    try {
      response = await sendRequest(resolveOutboxRequest(sent, request), {
        memberId: entry.memberId,
        kind: entry.kind,
        signal,
        ...(request.form && { onProgress }),
      })
    } catch (error) {
      const failure = classifyOutboxFailure(error, request)
      if (failure === 'later') throw error
      if (failure === 'refused') throw new RefusedRequestError('The request was refused', { cause: error })
      // What the request asks for is done already, so it counts as sent, without a response
    }
    sent = { ...sent, responses: [...sent.responses, response] }
    if (sent.responses.length === entry.requests.length) break
    await store.saveResponse(entry.id, response)
    if (!(await store.get(entry.id))) throw new DOMException('The entry was taken back', 'AbortError')
  }
  return sent
}
