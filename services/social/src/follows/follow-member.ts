import type { NewMemberBrake } from '@meadow/members'
import { type Caller, DomainError } from '@meadow/service'
import { type UpsertCallerDeps, upsertCaller } from '../profiles/upsert-caller.ts'
import { changeFollow, decideFollowRequest, type FollowOutcome } from './follow.ts'
import type { FollowRepository } from './follow-repository.ts'

export type FollowMemberDeps = UpsertCallerDeps & {
  follows: FollowRepository
  brakeNewMember: NewMemberBrake
  newId: (at: Date) => string
}

/**
 * Follows or unfollows a member for the caller; without `wantedState` it toggles.
 * @throws cannot_follow_self, new_account_limit, follow_limit_reached, forbidden, member_not_found
 */
export async function followMember(
  deps: FollowMemberDeps,
  caller: Caller,
  memberId: string,
  wantedState: boolean | undefined,
): Promise<FollowOutcome> {
  if (memberId === caller.sub) throw new DomainError('cannot_follow_self')
  await upsertCaller(deps, caller)
  const time = deps.now()
  const stamp = { id: deps.newId(time), time }
  const change = () => deps.follows.change(caller.sub, memberId, (pair) => changeFollow(pair, wantedState, stamp))
  return wantedState === false ? change() : deps.brakeNewMember('follows', caller.sub, change)
}

/** Ends the follow of a member who follows the caller. Returns the caller's follower count. @throws member_not_found */
export async function removeFollower(deps: FollowMemberDeps, caller: Caller, followerId: string): Promise<number> {
  if (followerId === caller.sub) throw new DomainError('member_not_found')
  await upsertCaller(deps, caller)
  await assertActive(deps, followerId)
  const time = deps.now()
  const stamp = { id: deps.newId(time), time }
  const { followerCount } = await deps.follows.change(followerId, caller.sub, (pair) =>
    changeFollow(pair, false, stamp),
  )
  return followerCount
}

/** Accepts or declines the request of a member to follow the caller. @throws follow_request_not_found, member_not_found */
export async function decideRequest(
  deps: FollowMemberDeps,
  caller: Caller,
  requesterId: string,
  isAccepted: boolean,
): Promise<FollowOutcome> {
  if (requesterId === caller.sub) throw new DomainError('follow_request_not_found')
  await upsertCaller(deps, caller)
  await assertActive(deps, requesterId)
  const time = deps.now()
  const stamp = { id: deps.newId(time), time }
  return deps.follows.change(requesterId, caller.sub, (pair) => decideFollowRequest(pair, isAccepted, stamp))
}

/** Refuses what the caller does with a follow of another member who is gone. @throws member_not_found */
async function assertActive({ members }: Pick<FollowMemberDeps, 'members'>, memberId: string): Promise<void> {
  const member = (await members.find([memberId])).get(memberId)
  if (member?.state !== 'active') throw new DomainError('member_not_found')
}

const REQUESTS_PER_PAGE = 100

/**
 * Accepts all requests to a member who has become public. A request that can no longer become a follow is dropped, for
 * example of a deactivated member. Repeated after a failure, it continues.
 */
export async function acceptAllRequests(
  { follows, now, newId }: Pick<FollowMemberDeps, 'follows' | 'now' | 'newId'>,
  memberId: string,
): Promise<void> {
  for (;;) {
    const requesterIds = await follows.listRequesterIds(memberId, REQUESTS_PER_PAGE)
    if (requesterIds.length === 0) return
    for (const requesterId of requesterIds) {
      const time = now()
      const stamp = { id: newId(time), time }
      try {
        await follows.change(requesterId, memberId, (pair) => decideFollowRequest(pair, true, stamp))
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        await follows.dropRequest(requesterId, memberId)
      }
    }
  }
}
