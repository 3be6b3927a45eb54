import { type EventOf, events } from '@meadow/contracts'
import { FOLLOWS_MAX } from '@meadow/contracts/limits'
import { announce } from '@meadow/events'
import { type EdgeChange, type Member, toActor } from '@meadow/members'
import { DomainError } from '@meadow/service'

/** Two members and what leads from one to the other, as it is now. */
export type Pair = {
  from: Member & { followingCount: number }
  to: Member & { followerCount: number }
  /** `version` grows with every change; 0: there never was one. */
  edge: { version: number; active: boolean }
}

/** What to store and to announce. */
export type FollowChange = {
  edge: EdgeChange
  followerCount: number
  followingCount: number
  event: EventOf<typeof events.memberFollowed | typeof events.memberUnfollowed>
}

export type Outcome = { isFollowing: boolean; followerCount: number; change?: FollowChange }

/**
 * Follows, unfollows, or without a wanted state the opposite of what is. No change when it is so already.
 * Pure: id and time are given. @throws follow_limit
 */
export function changeFollow(
  { from, to, edge }: Pair,
  wanted: boolean | undefined,
  at: { id: string; time: Date },
): Outcome {
  const active = wanted ?? !edge.active
  if (active === edge.active) return { isFollowing: active, followerCount: to.followerCount }
  if (active && from.followingCount >= FOLLOWS_MAX) throw new DomainError('follow_limit')

  const step = active ? 1 : -1
  const version = edge.version + 1
  const followerCount = to.followerCount + step
  const followingCount = from.followingCount + step
  const event = announce(active ? events.memberFollowed : events.memberUnfollowed, {
    source: 'social',
    subject: from._id,
    id: at.id,
    time: at.time,
    data: { from: toActor(from), to: toActor(to), version, followerCount, followingCount },
  })
  const change = {
    edge: { from: from._id, to: to._id, version, active, at: at.time },
    followerCount,
    followingCount,
    event,
  }
  return { isFollowing: active, followerCount, change }
}
