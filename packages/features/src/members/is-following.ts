import type { MemberView, SessionUser } from '@meadow/contracts/browser'
import type { QueryClient } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { useCachedState } from '../cache/use-cached-state.ts'

export type FollowingByMemberId = Readonly<Record<string, boolean>>

/**
 * Returns true if the viewer follows the member. The viewer's own actions win over `member.isFollowing`: other services
 * receive a follow event a moment later, and all cards of the member must change at once.
 */
export function useIsFollowing(member: Pick<MemberView, '_id' | 'isFollowing'>): boolean {
  const followingByMemberId = useCachedState<FollowingByMemberId>(queryKeys.followingByMemberId, () => ({}))
  return followingByMemberId[member._id] ?? member.isFollowing
}

/** Optional fields of a member view: `isPrivate`: only followers see more than the card. `isRequested`: the viewer waits to be accepted. */
export type FollowPrivacy = { isPrivate?: boolean | undefined; isRequested?: boolean | undefined }

/** Returns true if the viewer waits for a private member to accept a follow. */
export function useIsRequested(member: Pick<MemberView, '_id' | 'isFollowing'> & FollowPrivacy): boolean {
  const requestedByMemberId = useCachedState<FollowingByMemberId>(queryKeys.requestedByMemberId, () => ({}))
  const isFollowing = useIsFollowing(member)
  return !isFollowing && (requestedByMemberId[member._id] ?? member.isRequested ?? false)
}

/** Returns the last known follow state from an action or a push; undefined if there was none. */
export const getCachedIsFollowing = (cache: QueryClient, memberId: string): boolean | undefined =>
  cache.getQueryData<FollowingByMemberId>(queryKeys.followingByMemberId)?.[memberId]

/** Returns the session user with a member added to or removed from their follow list. */
export function withFollowedMember(me: SessionUser, memberId: string, isFollowing: boolean): SessionUser {
  const others = me.following.filter((id) => id !== memberId)
  return { ...me, following: isFollowing ? [memberId, ...others] : others }
}

export function cacheIsFollowing(cache: QueryClient, memberId: string, isFollowing: boolean): void {
  cache.setQueryData<FollowingByMemberId>(queryKeys.followingByMemberId, (known) => ({
    ...known,
    [memberId]: isFollowing,
  }))
}

export function cacheIsRequested(cache: QueryClient, memberId: string, isRequested: boolean): void {
  cache.setQueryData<FollowingByMemberId>(queryKeys.requestedByMemberId, (known) => ({
    ...known,
    [memberId]: isRequested,
  }))
}
