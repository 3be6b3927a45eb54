import { type EventOf, events } from '@meadow/contracts'
import { type Handler, on } from '@meadow/events'
import type { EdgeChange, Members } from './members.ts'

type Bound = { members: Members }
type Edge = EventOf<
  | typeof events.memberFollowed
  | typeof events.memberUnfollowed
  | typeof events.memberBlocked
  | typeof events.memberUnblocked
>

/** Takes both ends of an edge into account and answers the edge as the read model keeps it. */
async function noteEdge({ data, time }: Edge, active: boolean, members: Members): Promise<EdgeChange> {
  const { from, to, version } = data
  await members.noteActors([from, to])
  return { from: from._id, to: to._id, version, active, at: new Date(time) }
}

/** Keeps the read model of members from all that auth and social say about them, and tell again when they are asked. */
export const memberHandlers: Handler<Bound>[] = [
  on(events.memberRegistered, ({ subject, data }, { members }: Bound) => {
    const { username, fullName, accountVersion, registeredAt } = data
    const createdAt = new Date(registeredAt)
    return members.applyAccount({ _id: subject, state: 'active', username, fullName, accountVersion, createdAt })
  }),
  on(events.memberDeactivated, ({ subject, data }, { members }: Bound) =>
    members.applyAccount({ _id: subject, state: 'deactivated', accountVersion: data.accountVersion }),
  ),
  on(events.memberReactivated, ({ subject, data }, { members }: Bound) =>
    members.applyAccount({ _id: subject, state: 'active', accountVersion: data.accountVersion }),
  ),
  on(events.memberErased, ({ subject, data }, { members }: Bound) =>
    members.applyAccount({ _id: subject, state: 'erased', accountVersion: data.accountVersion }),
  ),
  on(events.memberUpdated, ({ subject, data }, { members }: Bound) => members.applyProfile({ _id: subject, ...data })),
  on(events.memberFollowed, async (event, { members }: Bound) => {
    await members.setFollow(await noteEdge(event, true, members))
  }),
  on(events.memberUnfollowed, async (event, { members }: Bound) => {
    await members.setFollow(await noteEdge(event, false, members))
  }),
  on(events.memberBlocked, async (event, { members }: Bound) => {
    await members.setBlock(await noteEdge(event, true, members))
  }),
  on(events.memberUnblocked, async (event, { members }: Bound) => {
    await members.setBlock(await noteEdge(event, false, members))
  }),
  on(events.membersAsked, ({ subject }, { members }: Bound) => members.beginRound(subject)),
  on(events.accountTold, ({ subject, data }, { members }: Bound) =>
    members.applyAccount({ ...data, _id: subject, state: 'active', createdAt: new Date(data.registeredAt) }),
  ),
  on(events.profileTold, ({ subject, data }, { members }: Bound) => members.applyProfile({ _id: subject, ...data })),
  on(events.edgeTold, ({ subject, data: { kind, at, ...edge } }, { members }: Bound) => {
    const told = { from: subject, ...edge, at: new Date(at) }
    return kind === 'follow' ? members.setFollow(told) : members.setBlock(told)
  }),
  on(events.membersTold, ({ subject, data }, { members }: Bound) => members.endRound(subject, data.owner)),
]
