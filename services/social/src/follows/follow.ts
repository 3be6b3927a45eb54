import { type EventOf, events } from '@meadow/contracts'
import { MAX_FOLLOWS } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import { type EdgeChange, type Member, toActor } from '@meadow/members'
import { DomainError } from '@meadow/service'

/** Two members and the follow from one to the other. */
export type FollowPair = {
  from: Member & { followingCount: number }
  to: Member & { followerCount: number }
  /** `version` increases with every change; 0 if there never was a follow. */
  edge: { version: number; active: boolean }
}

/** The changed follow with its counts and its event. */
export type FollowChange = {
  edge: EdgeChange
  followerCount: number
  followingCount: number
  event: EventOf<typeof events.memberFollowed | typeof events.memberUnfollowed>
}

export type FollowOutcome = { isFollowing: boolean; followerCount: number; change?: FollowChange }

/**
 * Decides a follow or unfollow. Without `wantedState` it toggles. Returns no change if the state is already as wanted.
 * `stamp` is the id and time of the event. @throws follow_limit_reached
 */
export function changeFollow(
  { from, to, edge }: FollowPair,
  wantedState: boolean | undefined,
  stamp: { id: string; time: Date },
): FollowOutcome {
  const active = wantedState ?? !edge.active
  if (active === edge.active) return { isFollowing: active, followerCount: to.followerCount }
  if (active && from.followingCount >= MAX_FOLLOWS) throw new DomainError('follow_limit_reached')

  const delta = active ? 1 : -1
  const version = edge.version + 1
  const followerCount = to.followerCount + delta
  const followingCount = from.followingCount + delta
  const event = createEvent(active ? events.memberFollowed : events.memberUnfollowed, {
    source: 'social',
    subject: from._id,
    id: stamp.id,
    time: stamp.time,
    data: { from: toActor(from), to: toActor(to), version, followerCount, followingCount },
  })
  const change = {
    edge: { from: from._id, to: to._id, version, active, at: stamp.time },
    followerCount,
    followingCount,
    event,
  }
  return { isFollowing: active, followerCount, change }
}
