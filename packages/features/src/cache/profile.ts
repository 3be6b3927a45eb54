import type { QueryClient } from '@meadow/web'
import { keys, type Profile } from './keys.ts'

type Counted = 'followingCount' | 'followerCount' | 'postCount'

/** Moves a count wherever a profile is shown by what its member just did; never below nothing. */
export function moveCount(cache: QueryClient, memberId: string, count: Counted, by: 1 | -1): void {
  cache.setQueriesData<Profile>({ queryKey: keys.profiles }, (profile) =>
    profile?.user._id === memberId
      ? { ...profile, user: { ...profile.user, [count]: Math.max(0, profile.user[count] + by) } }
      : profile,
  )
}
