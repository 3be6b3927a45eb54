import type { SessionUser } from '@meadow/contracts/browser'
import { MAX_SESSION_FOLLOWING_IDS } from '@meadow/contracts/limits'
import { api, type QueryClient } from '@meadow/web'
import { cacheIsFollowing, getCachedIsFollowing } from '../members/is-following.ts'
import { queryKeys } from './query-keys.ts'

type UpdateSessionUser = (change: (user: SessionUser) => SessionUser) => void

/** Refetches the session user and their follow list after a reconnect: another device may have changed both. */
export async function refetchSessionUser(
  cache: QueryClient,
  before: SessionUser,
  setUser: UpdateSessionUser,
): Promise<void> {
  const readFollows = () => cache.getQueryData<object>(queryKeys.followingByMemberId)
  const known = readFollows()
  const me = await api('GET /auth/me')
  if (readFollows() !== known) return // the viewer has changed a follow since
  const following = new Set(me.following)
  const isComplete = following.size < MAX_SESSION_FOLLOWING_IDS
  for (const id of new Set([...before.following, ...following, ...Object.keys(known ?? {})])) {
    const wasFollowing = getCachedIsFollowing(cache, id) ?? before.following.includes(id)
    if (wasFollowing !== following.has(id) && (isComplete || !wasFollowing)) cacheIsFollowing(cache, id, !wasFollowing)
  }
  setUser((current) => (current._id === me._id ? me : current))
}
