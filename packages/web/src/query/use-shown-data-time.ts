import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { pageConnectivity } from '../connectivity/page-connectivity.ts'
import { findPersistedKind } from './persisted-kinds.ts'
import { getDataTimeMs } from './restored-data.ts'

/** Returns the time of the oldest page content on the screen, in epoch ms; undefined if there is none. */
export function useShownDataTime(): number | undefined {
  const cache = useQueryClient()
  const queryCache = cache.getQueryCache()
  const subscribe = (listener: () => void) => {
    const unsubscribers = [queryCache.subscribe(listener), pageConnectivity.subscribe(listener)]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }
  const readTime = () => {
    const shown = queryCache
      .findAll({ type: 'active' })
      .filter(({ queryKey, state }) => state.data !== undefined && findPersistedKind(queryKey)?.isPageContent)
    return shown.length > 0 ? Math.min(...shown.map(getDataTimeMs)) : undefined
  }
  return useSyncExternalStore(subscribe, readTime)
}
