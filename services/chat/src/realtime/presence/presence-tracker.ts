import { randomUUID } from 'node:crypto'
import { isLeaseActive } from '@meadow/presence'
import type { BackgroundTask, Logger, MetricsSource } from '@meadow/service'
import { type SharedState, sleep } from '@meadow/storage'
import { type ConnectedMembers, createConnectedMembers } from './connected-members.ts'
import type { PresencePublisher } from './presence-publisher.ts'
import { createPresenceStore, listEndedInstances } from './presence-store.ts'

/** Time without a socket after which a member goes offline, and the interval of lease renewals. Tests shorten both. */
export type PresenceTimings = { graceMs: number; renewalIntervalMs: number }

const DEFAULT_TIMINGS: PresenceTimings = { graceMs: 5_000, renewalIntervalMs: 10_000 }

type PresenceTrackerDeps = {
  state: Pick<SharedState, 'get' | 'getMany' | 'compareAndSet' | 'compareAndSetMany'>
  publisher: Pick<PresencePublisher, 'publishChange' | 'publishLost'>
  presenceTimings?: PresenceTimings
  log: Logger
  now: () => Date
}

export type PresenceTracker = BackgroundTask & Required<MetricsSource> & { connectedMembers: ConnectedMembers }

/**
 * Creates the tracker that writes the members connected to this instance to the shared state, under a lease that it
 * renews. A failed write is repeated at the next renewal. On `stop` the rows stay until the lease ends: a member who
 * reconnects to a peer instance before that was never offline.
 */
export function createPresenceTracker(deps: PresenceTrackerDeps): PresenceTracker {
  const { state, publisher, presenceTimings: timings = DEFAULT_TIMINGS, log, now } = deps
  const store = createPresenceStore({ state, now })
  const connectedMembers = createConnectedMembers({ graceMs: timings.graceMs, onChange: (id) => void write(id) })
  const written = new Set<string>()
  const writing = new Set<string>()
  let instance = randomUUID()
  let endedInstances: Set<string> | undefined // undefined until the first renewal
  let stopping = new AbortController()
  let running = Promise.resolve()

  /** Writes a member's row until it matches the member's sockets. One write per member runs at a time. */
  async function write(memberId: string): Promise<void> {
    if (writing.has(memberId) || !endedInstances) return
    writing.add(memberId)
    try {
      while (!stopping.signal.aborted && connectedMembers.has(memberId) !== written.has(memberId)) {
        const isConnected = connectedMembers.has(memberId)
        const changed = await store.setConnected(memberId, instance, isConnected)
        if (isConnected) written.add(memberId)
        else written.delete(memberId)
        if (changed) publisher.publishChange(memberId, changed)
      }
    } catch (error) {
      log.debug({ err: error }, 'presence could not be written, retrying at the next renewal')
    } finally {
      writing.delete(memberId)
    }
  }

  async function renewLease(): Promise<void> {
    const leases = await store.renewLease(instance)
    const hasLostLease = endedInstances !== undefined && !isLeaseActive(leases, instance, now())
    if (hasLostLease) {
      // The lease ended, or the shared state was emptied: write all rows again under a new instance id.
      written.clear()
      instance = randomUUID()
      await store.renewLease(instance)
    }
    const before = endedInstances
    endedInstances = new Set(listEndedInstances(leases, now()))
    const newlyEnded = new Set(before && [...endedInstances].filter((ended) => !before.has(ended)))
    if (newlyEnded.size > 0 && !hasLostLease)
      await publisher.publishLost(connectedMembers.list(), (ids) => store.findLost(ids, newlyEnded))
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await renewLease()
        await Promise.all([...new Set([...connectedMembers.list(), ...written])].map(write))
      } catch (error) {
        log.warn({ err: error }, 'presence lease could not be renewed, retrying')
      }
      await sleep(timings.renewalIntervalMs, stopping.signal)
    }
  }

  return {
    name: 'presence tracker',
    connectedMembers,
    registerMetrics: store.registerMetrics,
    async start() {
      stopping = new AbortController()
      running = run()
    },
    async stop() {
      stopping.abort()
      connectedMembers.stop()
      await running
    },
  }
}
