import { queryKeys, useCachedState } from '@meadow/features'
import { useLocation, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { feedKeys } from '../cache/keys.ts'
import { loadAnew } from '../features/posts/load-anew.ts'
import { scopeFor } from './use-scope.ts'

const NONE: readonly string[] = []

/** Asks for the newest posts on each new visit of the page. Who comes back finds everything as it was left. */
export function useFreshVisit(): void {
  const cache = useQueryClient()
  const { user } = useSession()
  const { key } = useLocation()
  const visits = useCachedState(feedKeys.visits, () => NONE)

  const visit = useEffectEvent((place: string) => {
    if (visits.includes(place)) return
    cache.setQueryData(feedKeys.visits, [...visits, place])
    if (visits.length === 0) return // the page was just loaded, and everything with it
    cache.setQueryData(feedKeys.scope, scopeFor(user))
    void loadAnew(cache).catch(() => undefined) // the list says so, or stays
    void cache.invalidateQueries({ queryKey: queryKeys.suggestions })
  })
  useEffect(() => visit(key), [key])
}
