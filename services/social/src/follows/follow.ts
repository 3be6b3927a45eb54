import { type EventOf, events } from '@meadow/contracts'
import { MAX_FOLLOWS } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import { type EdgeChange, type Member, toActor } from '@meadow/members'
import { DomainError } from '@meadow/service'

/** Two members, and the follow from one to the other or the request for it. */
export type FollowPair = {
  from: Member & { followingCount: number }
  to: Member & { followerCount: number }
  /** `version` increases with every change of the follow or its request; 0 if there never was one. */
  edge: { version: number; active: boolean }
  /** `from` waits for `to` to accept. */
  isRequested: boolean
  /** The requests of `from` to anyone; 0 if `to` is not private. */
  requestCount: number
}

/** The changed follow or request with its event. */
export type FollowChange = {
  edge: EdgeChange
  /** True if a request is stored now; false if none is. */
  isRequested: boolean
  /** Undefined if only the request changes. */
  counts: { followerCount: number; followingCount: number } | undefined
  event: EventOf<
    | typeof events.memberFollowed
    | typeof events.memberUnfollowed
    | typeof events.memberFollowRequested
    | typeof events.memberFollowDeclined
  >
}

export type FollowOutcome = { isFollowing: boolean; isRequested: boolean; followerCount: number; change?: FollowChange }

/** The id and time of an event. */
type EventStamp = { id: string; time: Date }

/**
 * Decides a follow or unfollow. Without `wantedState` it toggles. The follow of a private member becomes a request, and an unfollow
 * withdraws a request. Returns no change if the state is already as wanted. @throws follow_limit_reached
 */
export function changeFollow(pair: FollowPair, wantedState: boolean | undefined, stamp: EventStamp): FollowOutcome {
  const { from, to, edge, isRequested } = pair
  const isWanted = wantedState ?? !(edge.active || isRequested)
  if (!isWanted) return edge.active ? planFollow(pair, false, stamp) : isRequested ? planEnd(pair, stamp) : keep(pair)
  if (edge.active || (isRequested && to.isPrivate)) return keep(pair)
  const waitingCount = to.isPrivate ? pair.requestCount : 0
  if (from.followingCount + waitingCount >= MAX_FOLLOWS) throw new DomainError('follow_limit_reached')
  return to.isPrivate ? planRequest(pair, stamp) : planFollow(pair, true, stamp)
}

/**
 * Decides the answer to a follow request. The same answer again changes nothing.
 * @throws follow_request_not_found, follow_limit_reached
 */
export function decideFollowRequest(pair: FollowPair, isAccepted: boolean, stamp: EventStamp): FollowOutcome {
  const { from, edge, isRequested } = pair
  if (!isRequested) {
    if (edge.active !== isAccepted) throw new DomainError('follow_request_not_found')
    return keep(pair)
  }
  if (!isAccepted) return planEnd(pair, stamp)
  if (from.followingCount >= MAX_FOLLOWS) throw new DomainError('follow_limit_reached')
  return planFollow(pair, true, stamp, { isAccepted })
}

const keep = ({ to, edge, isRequested }: FollowPair): FollowOutcome => ({
  isFollowing: edge.active,
  isRequested,
  followerCount: to.followerCount,
})

function planFollow(
  pair: FollowPair,
  active: boolean,
  stamp: EventStamp,
  answer: { isAccepted?: boolean } = {},
): FollowOutcome {
  const { from, to } = pair
  const delta = active ? 1 : -1
  const counts = { followerCount: to.followerCount + delta, followingCount: from.followingCount + delta }
  const { edge, envelope, data } = toNextVersion(pair, active, stamp)
  const event = active
    ? createEvent(events.memberFollowed, { ...envelope, data: { ...data, ...counts, ...answer } })
    : createEvent(events.memberUnfollowed, { ...envelope, data: { ...data, ...counts } })
  const change = { edge, isRequested: false, counts, event }
  return { isFollowing: active, isRequested: false, followerCount: counts.followerCount, change }
}

function planRequest(pair: FollowPair, stamp: EventStamp): FollowOutcome {
  const { edge, envelope, data } = toNextVersion(pair, false, stamp)
  const event = createEvent(events.memberFollowRequested, { ...envelope, data })
  return { ...keep(pair), isRequested: true, change: { edge, isRequested: true, counts: undefined, event } }
}

/** Ends a request without a follow. */
function planEnd(pair: FollowPair, stamp: EventStamp): FollowOutcome {
  const { edge, envelope, data } = toNextVersion(pair, false, stamp)
  const event = createEvent(events.memberFollowDeclined, { ...envelope, data })
  return { ...keep(pair), isRequested: false, change: { edge, isRequested: false, counts: undefined, event } }
}

function toNextVersion({ from, to, edge }: FollowPair, active: boolean, { id, time }: EventStamp) {
  const version = edge.version + 1
  return {
    edge: { from: from._id, to: to._id, version, active, at: time },
    envelope: { source: 'social' as const, subject: from._id, id, time },
    data: { from: toActor(from), to: toActor(to), version },
  }
}
