import { isLeaseActive, PRESENCE_LEASES_KEY, parsePresenceLeases, parsePresenceRow, presenceKey } from '@meadow/members'
import type { SharedState } from '@meadow/storage'
import { toInstanceAddress } from './instance-name.ts'

/**
 * `addressesByMember`: the instances that hold sockets of each member. `complete`: the instances whose
 * members are all listed, by a lease of their address; others may hold sockets of any member.
 */
export type ConnectedInstances = { addressesByMember: Map<string, readonly string[]>; complete: ReadonlySet<string> }

/** Finds the instances that hold the sockets of members. @throws if the shared state cannot be read */
export type FindConnectedInstances = (memberIds: readonly string[]) => Promise<ConnectedInstances>

/**
 * Creates the lookup. An instance writes a member's row before it acknowledges the connection, and the client loads its data
 * after that: so a change that was stored before the lookup is either pushed to the client or in the loaded data.
 */
export const createFindConnectedInstances =
  ({ state, now }: { state: Pick<SharedState, 'getMany'>; now: () => Date }): FindConnectedInstances =>
  async (memberIds) => {
    const stored = await state.getMany([PRESENCE_LEASES_KEY, ...memberIds.map(presenceKey)])
    const leases = parsePresenceLeases(stored.get(PRESENCE_LEASES_KEY))
    const time = now()
    const findAddresses = (memberId: string) =>
      (parsePresenceRow(stored.get(presenceKey(memberId)))?.instances ?? [])
        .filter((instance) => isLeaseActive(leases, instance, time))
        .map(toInstanceAddress)
    return {
      addressesByMember: new Map(memberIds.map((id) => [id, findAddresses(id)])),
      complete: new Set(Object.keys(leases).filter((address) => isLeaseActive(leases, address, time))),
    }
  }
