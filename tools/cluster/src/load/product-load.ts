import { appendFileSync } from 'node:fs'
import { watchReads } from '@meadow/faults/recovery'
import { openDevicePairs } from '@meadow/faults/sockets'
import { countMessagePushes, findBrokenPushes } from '@meadow/faults/sockets/check'
import { runUnderLoad, type UnderLoad } from '@meadow/faults/under-load'
import { findNearbyChanges, openTimeline, type Timeline } from './timeline.ts'

/** A running product: the address of the gateway's Service, and the PostgreSQL server as its administrator. */
export type Product = { url: string; postgresUrl: string }

/**
 * A read or a write with a client key without a response, or with a status of 500 and above. `at` is its start in
 * milliseconds since 1970.
 */
type FailedRequest = { at: number; request: string; failure: string }

/** The load while an action runs, and what it has counted so far. */
export type ProductLoad = UnderLoad & {
  timeline: Timeline
  failed: readonly FailedRequest[]
  /** Notes that a process of chat is killed now, which may lose pushes. */
  noteKill(): void
}

type HistoryEntry = {
  method: string
  path: string
  ms: number
  key?: string
  body?: { clientMessageId?: string }
  failure?: unknown
}

type LoadResult = { operations: number; reads: number; pushes: number; failed: number; violations: string[] }

type LoadOptions = {
  seed: number
  /** The file to which each write and each failed request is appended. */
  historyFile: string
}

/**
 * Runs an action while members use the product: writes, reads of all services, and sockets. Then compares all data with the
 * responses, so the product must be new. Returns a line for each violated invariant.
 */
export async function runProductLoad(
  { url, postgresUrl }: Product,
  { seed, historyFile }: LoadOptions,
  action: (load: ProductLoad) => Promise<void>,
): Promise<LoadResult> {
  const failed: FailedRequest[] = []
  const kills: number[] = []
  const record = (entry: object) => {
    appendFileSync(historyFile, `${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
    const { method, path, ms, key, body, failure } = entry as HistoryEntry
    const mustSucceed = method === 'GET' || key !== undefined || body?.clientMessageId !== undefined
    if (failure !== undefined && mustSucceed)
      failed.push({ at: Date.now() - ms, request: `${method} ${path}`, failure: describeFailure(failure) })
  }
  using timeline = openTimeline()
  using open = new DisposableStack()
  const stack = { urls: [url], postgresUrl: () => postgresUrl }
  let [reads, pushes] = [0, 0]
  let lostPushes: string[] = []
  const { broken, operations } = await runUnderLoad({ run: { seed, record }, stack }, async (load) => {
    const devices = await openDevicePairs(stack, load, open)
    const reading = watchReads(load)
    await action({ ...load, timeline, failed, noteKill: () => kills.push(performance.now()) })
    reads = (await reading.end()).reads
    const counts = countMessagePushes({ devices, messages: load.history.chat.messages.values(), kills })
    pushes = counts.pushes
    lostPushes = findBrokenPushes(counts)
  })
  return { operations, reads, pushes, failed: failed.length, violations: [...lostPushes, ...broken] }
}

const MAX_EXPLAINED = 3
const MARGIN_MS = 6_000

/**
 * Runs an action during which no read and no write with a client key may fail.
 * @throws if one did, with the first failures and the changes in the cluster around them
 */
export async function runWithoutFailures(load: ProductLoad, action: () => Promise<void>): Promise<void> {
  const before = load.failed.length
  await action()
  const failed = load.failed.slice(before)
  if (failed.length === 0) return
  const explained = failed
    .slice(0, MAX_EXPLAINED)
    .flatMap(({ at, request, failure }) => [
      `${new Date(at).toISOString()} ${request}: ${failure}`,
      ...findNearbyChanges(load.timeline.entries, { at, marginMs: MARGIN_MS }).map((line) => `  ${line}`),
    ])
  throw new Error([`${failed.length} reads or writes with a client key failed`, ...explained].join('\n'))
}

/** Shortens a failure to its first line with its cause: a response of the gateway, or an error of the connection. */
function describeFailure(failure: unknown): string {
  if (typeof failure !== 'string') return JSON.stringify(failure)
  const code = /code: '(\w+)'/.exec(failure)?.[1]
  return [failure.split('\n')[0], ...(code ? [code] : [])].join(' ')
}
