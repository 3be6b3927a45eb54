import { isHeld, type Leases, lastSeen, type PresenceRow } from '@meadow/members'

type At = { instance: string; leases: Leases; now: Date }

/** A member's row when `instance` has sockets of theirs, without instances that ended. */
export const entered = (row: PresenceRow | undefined, { instance, leases, now }: At): PresenceRow => ({
  on: [...others(row, { instance, leases, now }), instance],
  seen: row ? lastSeen(row, leases) : now.getTime(),
})

/** The same when it has none any more. */
export const left = (row: PresenceRow | undefined, at: At): PresenceRow => ({
  on: others(row, at),
  seen: at.now.getTime(),
})

const others = (row: PresenceRow | undefined, { instance, leases, now }: At): string[] =>
  (row?.on ?? []).filter((one) => one !== instance && isHeld(leases, one, now))
