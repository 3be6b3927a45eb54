import { queryKeys, useCachedState } from '@meadow/features'
import { useLocation, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { feedQueryKeys } from '../cache/feed-query-keys.ts'
import { reloadPostLists } from '../features/posts/feed-posts.ts'
import { chooseFeedScope } from './use-feed-scope.ts'

const NO_VISITS: readonly string[] = []

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
    void cache.invalidateQueries({ queryKey: queryKeys.suggestions })
  })
  useEffect(() => visit(key), [key])
}
