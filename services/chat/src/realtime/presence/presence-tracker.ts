import { isLeaseActive } from '@meadow/members'
import { type BackgroundTask, type Logger, type Metrics, type MetricsSource, withTimeout } from '@meadow/service'
import { type SharedState, sleep } from '@meadow/storage'
import { type ConnectedMembers, createConnectedMembers } from './connected-members.ts'
import { toInstanceName } from './instance-name.ts'
import type { PresencePublisher } from './presence-publisher.ts'
import { createPresenceStore, listActiveAddresses, listEndedInstances } from './presence-store.ts'

/** Time without a socket after which a member goes offline, and the interval of lease renewals. Tests shorten both. */
export type PresenceTimings = { graceMs: number; renewalIntervalMs: number }

const DEFAULT_TIMINGS: PresenceTimings = { graceMs: 5_000, renewalIntervalMs: 10_000 }
/** A new connection waits this long until its member is written. */
const WRITE_TIMEOUT_MS = 3_000
/** Time after a failed write until it is repeated. */
const RETRY_MS = 1_000

type PresenceTrackerDeps = {
  /** The address at which peer instances reach this one. */
  address: string
  state: Pick<SharedState, 'get' | 'getMany' | 'compareAndSet' | 'compareAndSetMany'>
  publisher: Pick<PresencePublisher, 'publishChange' | 'publishLost'>
  /** Receives the addresses of all instances with a lease, at each renewal. */
  onLeasesRead: (addresses: readonly string[]) => void
  presenceTimings?: PresenceTimings
  log: Logger
  now: () => Date
}

export type PresenceTracker = BackgroundTask & Required<MetricsSource> & { connectedMembers: ConnectedMembers }

/**
 * Creates the tracker that writes the members connected to this instance to the shared state, under a lease that it
 * renews. Failed writes are repeated after a second; until then the instance does not count as complete, so that peers send it
 * all pushes. On `stop` the rows stay until the lease ends: a member who reconnects to a peer instance before that was never
 * offline.
 */
export function createPresenceTracker(deps: PresenceTrackerDeps): PresenceTracker {
  const { address, state, publisher, onLeasesRead, presenceTimings: timings = DEFAULT_TIMINGS, log, now } = deps
  const store = createPresenceStore({ state, now })
  const connectedMembers = createConnectedMembers({ graceMs: timings.graceMs, onChange: (id) => writeInTime(id) })
  const written = new Set<string>()
  const writing = new Map<string, Promise<void>>()
  const unwritten = new Set<string>() // members whose row could not be written
  const firstRound = Promise.withResolvers<void>()
  let generation = 0
  let hasLease = false
  let endedInstances: Set<string> | undefined // undefined until the first renewal
  let stopping = new AbortController()
  let retrying = new AbortController()
  let retryTimer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let failures: ReturnType<Metrics['counter']> | undefined

  const getInstance = () => toInstanceName(address, generation)
  const isWritten = (memberId: string) => connectedMembers.has(memberId) === written.has(memberId)

  /** Renews the lease, unless it was lost. Returns all leases as they were before. */
  async function renewLease() {
    const isComplete = unwritten.size === 0
    const leases = await store.renewLease({ instance: getInstance(), address, isComplete, isNew: !hasLease })
    hasLease = true
    return leases
  }

  function addUnwritten(memberId: string): void {
    unwritten.add(memberId)
    retryTimer ??= setTimeout(() => retrying.abort(), RETRY_MS).unref()
  }

  const writeInTime = (memberId: string) =>
    withTimeout(() => write(memberId), WRITE_TIMEOUT_MS).catch(() => addUnwritten(memberId))

  /** Writes a member's row until it matches the member's sockets. One write per member runs at a time. Never rejects. */
  async function write(memberId: string): Promise<void> {
    if (isWritten(memberId) && !writing.has(memberId) && !unwritten.has(memberId)) return
    const write = writing.get(memberId) ?? firstRound.promise.then(() => writeRow(memberId))
    writing.set(memberId, write)
    await write
  }

  async function writeRow(memberId: string): Promise<void> {
    try {
      if (!endedInstances) throw new Error('this instance has no lease yet')
      while (!stopping.signal.aborted && !isWritten(memberId)) {
        const isConnected = connectedMembers.has(memberId)
        const instance = getInstance()
        const changed = await store.setConnected(memberId, instance, isConnected)
        if (instance !== getInstance()) continue // the lease was lost meanwhile
        if (isConnected) written.add(memberId)
        else written.delete(memberId)
        if (changed) publisher.publishChange(memberId, changed)
      }
      unwritten.delete(memberId)
    } catch (error) {
      log.debug({ err: error }, 'presence could not be written, retrying')
      failures?.inc({ row: 'member' })
      addUnwritten(memberId)
    } finally {
      writing.delete(memberId)
    }
  }

  async function renewAndFindLost(): Promise<void> {
    const leases = await renewLease()
    onLeasesRead(listActiveAddresses(leases, now()))
    const hasLostLease = endedInstances !== undefined && !isLeaseActive(leases, getInstance(), now())
    if (hasLostLease) {
      // The lease ended, or the shared state was emptied: write all rows again under a new name.
      for (const memberId of written) unwritten.add(memberId)
      written.clear()
      generation += 1
      hasLease = false
      await renewLease()
    }
    const before = endedInstances
    endedInstances = new Set(listEndedInstances(leases, now()))
    const newlyEnded = new Set(before && [...endedInstances].filter((ended) => !before.has(ended)))
    if (newlyEnded.size > 0 && !hasLostLease)
      await publisher.publishLost(connectedMembers.list(), (ids) => store.findLost(ids, newlyEnded))
  }

  async function runRound(): Promise<void> {
    try {
      await renewAndFindLost()
      firstRound.resolve()
      const isIncomplete = unwritten.size > 0
      const members = new Set([...connectedMembers.list(), ...written, ...unwritten])
      await Promise.all([...members].filter((id) => !isWritten(id) || unwritten.has(id)).map(write))
      if (isIncomplete) await renewLease()
    } catch (error) {
      log.warn({ err: error }, 'presence lease could not be renewed, retrying')
      failures?.inc({ row: 'leases' })
    }
    firstRound.resolve()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runRound()
      await sleep(timings.renewalIntervalMs, AbortSignal.any([stopping.signal, retrying.signal]))
      clearTimeout(retryTimer)
      retryTimer = undefined
      retrying = new AbortController()
    }
  }

  return {
    name: 'presence tracker',
    connectedMembers,
    registerMetrics(metrics) {
      store.registerMetrics(metrics)
      failures = metrics.counter({
        name: 'presence_write_failures_total',
        help: 'Presence rows that could not be written, by row; repeated after a second',
        labels: ['row'],
      })
    },
    async start() {
      stopping = new AbortController()
      running = run()
    },
    async stop() {
      stopping.abort()
      clearTimeout(retryTimer)
      connectedMembers.stop()
      await running
    },
  }
}
