import { type QueryClient, useLocation, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { keys } from '../cache/keys.ts'
import { keepFirstPage } from '../cache/posts.ts'
import { useKept } from '../cache/use-kept.ts'
import { scopeFor } from './use-scope.ts'

const NONE: readonly string[] = []

/** Asks for the newest posts on each new visit of the page. Who comes back finds everything as it was left. */
export function useFreshVisit(): void {
  const cache = useQueryClient()
  const { user } = useSession()
  const { key } = useLocation()
  const visits = useKept(keys.visits, () => NONE)

  const visit = useEffectEvent((place: string) => {
    if (visits.includes(place)) return
    cache.setQueryData(keys.visits, [...visits, place])
    if (visits.length === 0) return // the page was just loaded, and everything with it
    cache.setQueryData(keys.scope, scopeFor(user))
    void loadAnew(cache)
  })
  useEffect(() => visit(key), [key])
}

async function loadAnew(cache: QueryClient): Promise<void> {
  keepFirstPage(cache)
  await Promise.all([keys.lists, keys.suggestions].map((queryKey) => cache.invalidateQueries({ queryKey })))
}
