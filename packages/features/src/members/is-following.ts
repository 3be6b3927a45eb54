import type { MemberView, SessionUser } from '@meadow/contracts'
import type { QueryClient } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { useCachedState } from '../cache/use-cached-state.ts'

type FollowingByMemberId = Readonly<Record<string, boolean>>

/**
 * Whether the viewer follows a member. What was done here goes before what an answer says: other services hear of a
 * follow a moment later, and every card of the member changes at once.
 */
export function useIsFollowing(member: Pick<MemberView, '_id' | 'isFollowing'>): boolean {
  const relations = useCachedState<FollowingByMemberId>(queryKeys.followingByMemberId, () => ({}))
  return relations[member._id] ?? member.isFollowing
}

/** What was last done or heard of following a member; undefined while there was nothing. */
export const getCachedIsFollowing = (cache: QueryClient, memberId: string): boolean | undefined =>
  cache.getQueryData<FollowingByMemberId>(queryKeys.followingByMemberId)?.[memberId]

/** The signed-in member, following somebody else as well, or one less. */
export function withFollowedMember(me: SessionUser, memberId: string, state: boolean): SessionUser {
  const others = me.following.filter((id) => id !== memberId)
  return { ...me, following: state ? [memberId, ...others] : others }
}

export function cacheIsFollowing(cache: QueryClient, memberId: string, state: boolean): void {
  cache.setQueryData<FollowingByMemberId>(queryKeys.followingByMemberId, (known) => ({ ...known, [memberId]: state }))
}
