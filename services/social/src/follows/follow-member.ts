import { type Caller, DomainError } from '@meadow/service'
import { type UpsertCallerDeps, upsertCaller } from '../profiles/upsert-caller.ts'
import { changeFollow, type FollowOutcome } from './follow.ts'
import type { FollowRepository } from './follow-repository.ts'

export type FollowMemberDeps = UpsertCallerDeps & { follows: FollowRepository; newId: (at: Date) => string }

/**
 * Follows or unfollows a member for the caller; without `wantedState` it toggles.
 * @throws cannot_follow_self, follow_limit_reached, forbidden, member_not_found
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
  return deps.follows.change(caller.sub, memberId, (pair) => changeFollow(pair, wantedState, stamp))
}

/** Ends the follow of a member who follows the caller. Returns the caller's follower count. @throws member_not_found */
export async function removeFollower(deps: FollowMemberDeps, caller: Caller, followerId: string): Promise<number> {
  if (followerId === caller.sub) throw new DomainError('member_not_found')
  await upsertCaller(deps, caller)
  const follower = (await deps.members.find([followerId])).get(followerId)
  if (follower?.state !== 'active') throw new DomainError('member_not_found')
  const time = deps.now()
  const stamp = { id: deps.newId(time), time }
  const { followerCount } = await deps.follows.change(followerId, caller.sub, (pair) =>
    changeFollow(pair, false, stamp),
  )
  return followerCount
}
