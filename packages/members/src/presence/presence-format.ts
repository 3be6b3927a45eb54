import type { Presence } from '@meadow/contracts'

/** When each chat instance renewed its lease last, in epoch ms, by its name. One row of the shared state holds all. */
export type Leases = Readonly<Record<string, number>>

/** The instances with sockets of a member, and when the member was seen last, in epoch ms. */
export type PresenceRow = { on: readonly string[]; seen: number }

/** So long after it was renewed a lease ends, and with it what its instance held. */
const LEASE_MS = 30_000

export const LEASES_KEY = 'presence'
export const presenceKey = (memberId: string): string => `presence:${memberId}`

export const readLeases = (text: string | undefined): Leases => (text ? JSON.parse(text) : {})
export const readPresenceRow = (text: string | undefined): PresenceRow | undefined => text && JSON.parse(text)

export const isHeld = (leases: Leases, instance: string, now: Date): boolean =>
  now.getTime() - (leases[instance] ?? 0) < LEASE_MS

/** Somebody's presence out of their row: what an instance held whose lease has ended counts no more. */
export function toPresence(row: PresenceRow | undefined, leases: Leases, now: Date): Presence {
  if (!row) return { isOnline: false, lastActive: null }
  if (row.on.some((instance) => isHeld(leases, instance, now))) return { isOnline: true, lastActive: null }
  return { isOnline: false, lastActive: new Date(lastSeen(row, leases)).toISOString() }
}

/** An instance that ended without a word held its members until it renewed its lease last. */
export const lastSeen = (row: PresenceRow, leases: Leases): number =>
  Math.max(row.seen, ...row.on.map((instance) => leases[instance] ?? 0))
