import type { Presence } from '@meadow/contracts'

/** Last renewal of each chat instance's lease, in epoch milliseconds, by instance name. One shared-state row holds all leases. */
export type PresenceLeases = Readonly<Record<string, number>>

/** Presence row of one member: the chat instances that hold sockets of the member, and the last activity in epoch milliseconds. */
export type PresenceRow = { instances: readonly string[]; lastSeenMs: number }

/** A lease ends this long after its last renewal. An instance without a lease holds no members. */
const LEASE_DURATION_MS = 30_000

export const PRESENCE_LEASES_KEY = 'presence:leases'
export const presenceKey = (memberId: string): string => `presence:member:${memberId}`

export const parsePresenceLeases = (text: string | undefined): PresenceLeases => (text ? JSON.parse(text) : {})
export const parsePresenceRow = (text: string | undefined): PresenceRow | undefined => text && JSON.parse(text)

export const isLeaseActive = (leases: PresenceLeases, instance: string, now: Date): boolean =>
  now.getTime() - (leases[instance] ?? 0) < LEASE_DURATION_MS

/** Converts a member's row to their presence at `now`. Ignores instances whose lease has ended. */
export function toPresence(row: PresenceRow | undefined, leases: PresenceLeases, now: Date): Presence {
  if (!row) return { isOnline: false, lastActive: null }
  if (row.instances.some((instance) => isLeaseActive(leases, instance, now)))
    return { isOnline: true, lastActive: null }
  return { isOnline: false, lastActive: new Date(getLastSeenMs(row, leases)).toISOString() }
}

/** Returns the member's last activity in epoch milliseconds. For an instance that crashed, its last lease renewal counts. */
export const getLastSeenMs = (row: PresenceRow, leases: PresenceLeases): number =>
  Math.max(row.lastSeenMs, ...row.instances.map((instance) => leases[instance] ?? 0))
