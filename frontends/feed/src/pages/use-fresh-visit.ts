import { keepFirstPage, keys, useKept } from '@meadow/features'
import { type QueryClient, useLocation, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { feedKeys } from '../cache/keys.ts'
import { scopeFor } from './use-scope.ts'

const NONE: readonly string[] = []

/** Asks for the newest posts on each new visit of the page. Who comes back finds everything as it was left. */
export function useFreshVisit(): void {
  const cache = useQueryClient()
  const { user } = useSession()
  const { key } = useLocation()
  const visits = useKept(feedKeys.visits, () => NONE)

  const visit = useEffectEvent((place: string) => {
    if (visits.includes(place)) return
    cache.setQueryData(feedKeys.visits, [...visits, place])
    if (visits.length === 0) return // the page was just loaded, and everything with it
    cache.setQueryData(feedKeys.scope, scopeFor(user))
    void loadAnew(cache)
  })
  useEffect(() => visit(key), [key])
}

async function loadAnew(cache: QueryClient): Promise<void> {
  keepFirstPage(cache)
  await Promise.all([keys.lists, feedKeys.suggestions].map((queryKey) => cache.invalidateQueries({ queryKey })))
}
