import { getLastSeenMs, isLeaseActive, type PresenceLeases, type PresenceRow } from '@meadow/members'

type InstanceChange = { instance: string; leases: PresenceLeases; now: Date }

/** Returns the row of a member with `instance` added. Removes instances whose lease has ended. */
export const addInstance = (row: PresenceRow | undefined, change: InstanceChange): PresenceRow => ({
  instances: [...listPeerInstances(row, change), change.instance],
  lastSeenMs: row ? getLastSeenMs(row, change.leases) : change.now.getTime(),
})

/** Returns the row of a member with `instance` removed. Removes instances whose lease has ended. */
export const removeInstance = (row: PresenceRow | undefined, change: InstanceChange): PresenceRow => ({
  instances: listPeerInstances(row, change),
  lastSeenMs: change.now.getTime(),
})

const listPeerInstances = (row: PresenceRow | undefined, { instance, leases, now }: InstanceChange): string[] =>
  (row?.instances ?? []).filter((other) => other !== instance && isLeaseActive(leases, other, now))
