import type { QueryClient } from '@meadow/web'
import { type ProfileResponse, queryKeys } from './query-keys.ts'

type ProfileCount = 'followingCount' | 'followerCount' | 'postCount'

/** Moves a count wherever a profile is shown by what its member just did; never below nothing. */
export function adjustProfileCount(cache: QueryClient, memberId: string, count: ProfileCount, by: 1 | -1): void {
  cache.setQueriesData<ProfileResponse>({ queryKey: queryKeys.profiles }, (profile) =>
    profile?.user._id === memberId
      ? { ...profile, user: { ...profile.user, [count]: Math.max(0, profile.user[count] + by) } }
      : profile,
  )
}
