import type { ServerToClientEvents } from '@meadow/contracts/browser'
import type { QueryClient } from '@meadow/web'
import { type ProfileResponse, queryKeys } from './query-keys.ts'

type ProfileCount = 'followingCount' | 'followerCount' | 'postCount'

/** Adds 1 or -1 to a count of a member in every cached profile. The count never falls below 0. */
export function adjustProfileCount(cache: QueryClient, memberId: string, count: ProfileCount, by: 1 | -1): void {
  cache.setQueriesData<ProfileResponse>({ queryKey: queryKeys.profiles }, (profile) =>
    profile?.user._id === memberId
      ? { ...profile, user: { ...profile.user, [count]: Math.max(0, profile.user[count] + by) } }
      : profile,
  )
}

/** Refetches a member's profile if it is shown, otherwise when it is shown next. */
export function refetchCachedProfile(cache: QueryClient, memberId: string): void {
  void cache.invalidateQueries({
    queryKey: queryKeys.profiles,
    predicate: ({ state }) => (state.data as ProfileResponse | undefined)?.user._id === memberId,
  })
}

/** Returns the profile with the follow state and follower count of a `followUpdated` push. */
export function applyFollowUpdate(
  profile: ProfileResponse,
  push: ServerToClientEvents['followUpdated'],
): ProfileResponse {
  if (profile.user._id !== push.userId) return profile
  const { isFollowing, followerCount } = push
  return { ...profile, isFollowing, user: { ...profile.user, isFollowing, isRequested: false, followerCount } }
}

/** The posts service learns of a follow by an event of its own, which can arrive after the push that was the reason to refetch. */
const REFETCH_DELAYS_MS = [0, 2_000, 6_000]

/** Refetches the profile and the posts of a private member whose content the viewer sees from now on, or no longer. */
export function refetchPrivateContent(cache: QueryClient, memberId: string): void {
  for (const [, profile] of cache.getQueriesData<ProfileResponse>({ queryKey: queryKeys.profiles })) {
    if (profile?.user._id !== memberId || !profile.user.isPrivate) continue
    refetchCachedProfile(cache, memberId)
    const queryKey = queryKeys.memberPosts(profile.user.username)
    for (const delay of REFETCH_DELAYS_MS) setTimeout(() => void cache.invalidateQueries({ queryKey }), delay)
  }
}
