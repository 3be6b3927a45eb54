import type { QueryClient } from '@meadow/web'
import { keys, type Profile } from './keys.ts'

type Counted = 'followingCount' | 'followerCount' | 'postCount'

/** Moves a count on a profile that is shown by what its member just did; never below nothing. */
export function moveCount(cache: QueryClient, memberId: string, count: Counted, by: 1 | -1): void {
  cache.setQueryData<Profile>(keys.profile(memberId), (profile) =>
    profile ? { ...profile, user: { ...profile.user, [count]: Math.max(0, profile.user[count] + by) } } : profile,
  )
}
