import type { QueryClient } from '@meadow/web'
import { type Profile, queryKeys } from './query-keys.ts'

type Counted = 'followingCount' | 'followerCount' | 'postCount'

/** Moves a count wherever a profile is shown by what its member just did; never below nothing. */
export function adjustProfileCount(cache: QueryClient, memberId: string, count: Counted, by: 1 | -1): void {
  cache.setQueriesData<Profile>({ queryKey: queryKeys.profiles }, (profile) =>
    profile?.user._id === memberId
      ? { ...profile, user: { ...profile.user, [count]: Math.max(0, profile.user[count] + by) } }
      : profile,
  )
}
