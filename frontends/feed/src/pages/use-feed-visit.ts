import type { SessionUser } from '@meadow/contracts/browser'
import { MIN_FOLLOWS_FOR_FOLLOWING_FEED } from '@meadow/contracts/limits'
import { type FeedScope, queryKeys, useCachedState } from '@meadow/features'
import { type QueryClient, useLocation, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { reloadPostLists } from '../features/posts/feed-posts.ts'

const NO_VISITS: readonly string[] = []
const feedQueryKeys = {
  visits: ['feed', 'visits'] as const,
  scope: ['feed', 'scope'] as const,
}

/** Returns the scope of the feed. It is chosen once per visit and does not change while the member reads. */
export function useFeedScope(): FeedScope {
  const { user } = useSession()
  return useCachedState(feedQueryKeys.scope, () => chooseFeedScope(user))
}

/** Returns the scope that the page shows on a visit. */
export const readFeedScope = (cache: QueryClient, user: SessionUser): FeedScope =>
  cache.getQueryData<FeedScope>(feedQueryKeys.scope) ?? chooseFeedScope(user)

/** Reloads the feed on each new visit of the page. Going back in history keeps the list as it was. */
export function useReloadOnVisit(): void {
  const cache = useQueryClient()
  const { user } = useSession()
  const { key } = useLocation()
  const visits = useCachedState(feedQueryKeys.visits, () => NO_VISITS)

  const visit = useEffectEvent((locationKey: string) => {
    if (visits.includes(locationKey)) return
    cache.setQueryData(feedQueryKeys.visits, [...visits, locationKey])
    if (visits.length === 0) return // first visit: everything has just been loaded
    cache.setQueryData(feedQueryKeys.scope, chooseFeedScope(user))
    void reloadPostLists(cache).catch(() => undefined) // the list shows its own error
    void cache.invalidateQueries({ queryKey: queryKeys.suggestions, predicate: isOlderThanVisit })
  })
  useEffect(() => visit(key), [key])
}

/** Suggestions stay as they are while the member goes back and forth. */
const SUGGESTIONS_LIFETIME_MS = 5 * 60_000
const isOlderThanVisit = ({ state }: { state: { dataUpdatedAt: number } }) =>
  state.dataUpdatedAt < Date.now() - SUGGESTIONS_LIFETIME_MS

/** Returns the number of follows until the feed has the posts of followed members only. */
export function useMissingFollows(): number {
  const { user } = useSession()
  return Math.max(0, MIN_FOLLOWS_FOR_FOLLOWING_FEED - (user?.following.length ?? 0))
}

/** Returns a function that starts the feed over, as a new visit does: from its top, with the scope for the current follows. */
export function useRestartFeed(): () => void {
  const cache = useQueryClient()
  const { user } = useSession()
  return () => {
    scrollTo({ top: 0 })
    cache.setQueryData(feedQueryKeys.scope, chooseFeedScope(user))
    void cache.invalidateQueries({ queryKey: queryKeys.suggestions })
  }
}

/** Returns a function that fetches the newest posts, as a new visit does. It throws if that fails. */
export function useRefreshFeed(): () => Promise<void> {
  const cache = useQueryClient()
  return () => reloadPostLists(cache)
}

/** Chooses 'discover' for guests, 'all' for members who follow fewer than `MIN_FOLLOWS_FOR_FOLLOWING_FEED` others, else 'following'. */
const chooseFeedScope = (user: Pick<SessionUser, 'following'> | undefined): FeedScope =>
  !user ? 'discover' : user.following.length < MIN_FOLLOWS_FOR_FOLLOWING_FEED ? 'all' : 'following'
