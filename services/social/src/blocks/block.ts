import { type EventOf, events } from '@meadow/contracts'
import { MAX_BLOCKS } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import { type EdgeChange, type Member, toActor } from '@meadow/members'
import { DomainError } from '@meadow/service'

type MemberWithCounts = Member & { followerCount: number; followingCount: number }

/** The follow from one of two members to the other. `version` increases with every change. */
type PairFollow = { version: number; active: boolean }

/** Two members, the block from one to the other, and the follows between them in both directions. */
export type BlockPair = {
  from: MemberWithCounts
  to: MemberWithCounts
  /** `version` is 0 if there never was a block. */
  block: { version: number; active: boolean }
  /** The number of members whom `from` blocks. */
  blockCount: number
  follow: PairFollow
  followBack: PairFollow
  /** The members of the pair who wait for the other to accept a follow. */
  requesterIds: readonly string[]
}

type FollowCounts = { memberId: string; followerCount: number; followingCount: number }

/** A block or unblock, the follows that it ends, the new counts of both members (none if no follow ended), and its events. */
export type BlockChange = {
  block: EdgeChange
  endedFollows: EdgeChange[]
  counts: FollowCounts[]
  events: EventOf<
    | typeof events.memberBlocked
    | typeof events.memberUnblocked
    | typeof events.memberUnfollowed
    | typeof events.memberFollowDeclined
  >[]
}

/**
 * Decides a block (true) or unblock (false). A block ends the follows and requests of both members, and an unblock does not bring
 * them back.
 * Returns undefined if the state is already as wanted. `createStamp` returns the id and time of each event.
 * @throws block_limit_reached
 */
export function changeBlock(
  pair: BlockPair,
  isBlocked: boolean,
  createStamp: () => { id: string; time: Date },
): BlockChange | undefined {
  const { from, to, block, blockCount } = pair
  if (block.active === isBlocked) return undefined
  if (isBlocked && blockCount >= MAX_BLOCKS) throw new DomainError('block_limit_reached')
  const ended = isBlocked ? endFollows(pair, createStamp) : { follows: [], events: [], counts: [] }
  const declined = isBlocked ? endRequests(pair, createStamp) : []
  const { id, time } = createStamp()
  const version = block.version + 1
  const event = createEvent(isBlocked ? events.memberBlocked : events.memberUnblocked, {
    source: 'social',
    subject: from._id,
    id,
    time,
    data: { from: toActor(from), to: toActor(to), version },
  })
  return {
    block: { from: from._id, to: to._id, version, active: isBlocked, at: time },
    endedFollows: ended.follows,
    counts: ended.counts,
    events: [...ended.events, ...declined, event],
  }
}

function endFollows({ from, to, follow, followBack }: BlockPair, createStamp: () => { id: string; time: Date }) {
  const isFollowing = Number(follow.active)
  const isFollowedBack = Number(followBack.active)
  const fromCounts = {
    memberId: from._id,
    followerCount: from.followerCount - isFollowedBack,
    followingCount: from.followingCount - isFollowing,
  }
  const toCounts = {
    memberId: to._id,
    followerCount: to.followerCount - isFollowing,
    followingCount: to.followingCount - isFollowedBack,
  }
  const ended = [
    { edge: follow, from, to, followerCount: toCounts.followerCount, followingCount: fromCounts.followingCount },
    {
      edge: followBack,
      from: to,
      to: from,
      followerCount: fromCounts.followerCount,
      followingCount: toCounts.followingCount,
    },
  ].filter(({ edge }) => edge.active)
  const changes = ended.map(({ edge, from: follower, to: followed, followerCount, followingCount }) => {
    const { id, time } = createStamp()
    const version = edge.version + 1
    const data = { from: toActor(follower), to: toActor(followed), version, followerCount, followingCount }
    return {
      follow: { from: follower._id, to: followed._id, version, active: false, at: time },
      event: createEvent(events.memberUnfollowed, { source: 'social', subject: follower._id, id, time, data }),
    }
  })
  return {
    follows: changes.map((change) => change.follow),
    events: changes.map((change) => change.event),
    counts: changes.length > 0 ? [fromCounts, toCounts] : [],
  }
}

/** The versions of the follows were raised with their locks, so the events have those. */
const endRequests = (
  { from, to, follow, followBack, requesterIds }: BlockPair,
  createStamp: () => { id: string; time: Date },
) =>
  [
    { requester: from, asked: to, version: follow.version },
    { requester: to, asked: from, version: followBack.version },
  ]
    .filter(({ requester }) => requesterIds.includes(requester._id))
    .map(({ requester, asked, version }) =>
      createEvent(events.memberFollowDeclined, {
        source: 'social',
        subject: requester._id,
        ...createStamp(),
        data: { from: toActor(requester), to: toActor(asked), version },
      }),
    )
