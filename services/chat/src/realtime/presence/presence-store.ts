import type { Presence } from '@meadow/contracts'
import {
  isLeaseActive,
  PRESENCE_LEASES_KEY,
  type PresenceLeases,
  parsePresenceLeases,
  parsePresenceRow,
  presenceKey,
  toPresence,
} from '@meadow/members'
import type { MetricsSource } from '@meadow/service'
import { createBatchWriter, type SharedState } from '@meadow/storage'
import { toInstanceAddress } from './instance-name.ts'
import { addInstance, removeInstance } from './presence-row.ts'

/** Retention of a member's last activity. */
const PRESENCE_TTL_SECONDS = 90 * 24 * 3_600
/** Rows may name an instance for this long after its lease has ended. */
const ENDED_LEASE_RETENTION_MS = 7 * 24 * 3_600_000
/** Attempts of a compare-and-set. A conflict occurs only if a peer instance writes the same row. */
const MAX_ATTEMPTS = 50
/** More than the members who can connect to one instance. */
const MAX_WAITING_CHANGES = 100_000

/** The presence rows and leases in the shared state. Several instances write them at the same time. */
export type PresenceStore = Required<MetricsSource> & {
  /**
   * Adds `instance` to a member's row, or removes it. Returns the new presence if the member went online or offline. The
   * caller runs one change of a member at a time.
   */
  setConnected(memberId: string, instance: string, isConnected: boolean): Promise<Presence | undefined>
  /** Renews a lease, unless it was lost and is not a new one. Returns all leases as they were before. */
  renewLease(lease: LeaseRenewal): Promise<PresenceLeases>
  /** Returns those of `memberIds` who were connected to one of `instances` and are offline now. */
  findLost(memberIds: readonly string[], instances: ReadonlySet<string>): Promise<Map<string, Presence>>
}

type PresenceStoreDeps = {
  state: Pick<SharedState, 'get' | 'getMany' | 'compareAndSet' | 'compareAndSetMany'>
  now: () => Date
}

/** `isComplete`: all members of the instance are written. Its address then has a lease too. */
type LeaseRenewal = { instance: string; address: string; isComplete: boolean; isNew: boolean }

type ConnectionChange = { memberId: string; instance: string; isConnected: boolean }

/** Creates the store. Changes of different members at the same time are written together. */
export function createPresenceStore({ state, now }: PresenceStoreDeps): PresenceStore {
  async function retryOnConflict<T>(attempt: () => Promise<{ isStored: boolean; result: T }>): Promise<T> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const { isStored, result } = await attempt()
      if (isStored) return result
    }
    throw new Error(`Presence could not be stored: ${MAX_ATTEMPTS} write conflicts in a row`)
  }

  const writer = createBatchWriter({
    name: 'presence',
    writeBatch: writeChanges,
    isItemFailure: () => false, // no single change makes a batch fail
    maxWaiting: MAX_WAITING_CHANGES,
  })

  /** Attempts to write changes of different members. The value of an outcome says if the change was stored. */
  async function writeChanges(changes: readonly ConnectionChange[]) {
    const stored = await state.getMany([PRESENCE_LEASES_KEY, ...changes.map(({ memberId }) => presenceKey(memberId))])
    const leases = parsePresenceLeases(stored.get(PRESENCE_LEASES_KEY))
    const time = now()
    const plannedWrites = changes.map(({ memberId, instance, isConnected }) => {
      const key = presenceKey(memberId)
      const row = parsePresenceRow(stored.get(key))
      const next = (isConnected ? addInstance : removeInstance)(row, { instance, leases, now: time })
      const before = toPresence(row, leases, time)
      const after = toPresence(next, leases, time)
      const result = before.isOnline === after.isOnline ? undefined : after
      return { change: { key, expected: stored.get(key), value: JSON.stringify(next) }, result }
    })
    const storedKeys = await state.compareAndSetMany(
      plannedWrites.map(({ change }) => change),
      PRESENCE_TTL_SECONDS,
    )
    return plannedWrites.map(({ change, result }) => ({ value: { isStored: storedKeys.has(change.key), result } }))
  }

  return {
    registerMetrics: writer.registerMetrics,

    setConnected: (memberId, instance, isConnected) =>
      retryOnConflict(() => writer.write({ memberId, instance, isConnected })),

    renewLease: ({ instance, address, isComplete, isNew }) =>
      retryOnConflict(async () => {
        const stored = await state.get(PRESENCE_LEASES_KEY)
        const leases = parsePresenceLeases(stored)
        if (!isNew && !isLeaseActive(leases, instance, now())) return { isStored: true, result: leases }
        const time = now().getTime()
        const retained = Object.entries(leases).filter(
          ([name, renewed]) => name !== address && time - renewed < ENDED_LEASE_RETENTION_MS,
        )
        const renewed = { [instance]: time, ...(isComplete && { [address]: time }) }
        const next = JSON.stringify({ ...Object.fromEntries(retained), ...renewed })
        const isStored = await state.compareAndSet(PRESENCE_LEASES_KEY, stored, next, PRESENCE_TTL_SECONDS)
        return { isStored, result: leases }
      }),

    async findLost(memberIds, instances) {
      const stored = await state.getMany([PRESENCE_LEASES_KEY, ...memberIds.map(presenceKey)])
      const leases = parsePresenceLeases(stored.get(PRESENCE_LEASES_KEY))
      const time = now()
      const lost = memberIds.flatMap((id) => {
        const row = parsePresenceRow(stored.get(presenceKey(id)))
        if (!row?.instances.some((instance) => instances.has(instance))) return []
        const presence = toPresence(row, leases, time)
        return presence.isOnline ? [] : [[id, presence] as const]
      })
      return new Map(lost)
    },
  }
}

/** Returns the addresses of the instances with an active lease. */
export const listActiveAddresses = (leases: PresenceLeases, now: Date): string[] => [
  ...new Set(
    Object.keys(leases)
      .filter((name) => isLeaseActive(leases, name, now))
      .map(toInstanceAddress),
  ),
]

/** Returns the instances whose lease has ended. */
export const listEndedInstances = (leases: PresenceLeases, now: Date): string[] =>
  Object.keys(leases).filter((instance) => !isLeaseActive(leases, instance, now))
