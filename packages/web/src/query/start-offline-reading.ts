import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { pageConnectivity } from '../connectivity/page-connectivity.ts'
import { persistQueries } from './persist-queries.ts'
import { hasRestoredData } from './restored-data.ts'

/** Stores what the member reads, shows it when the server cannot be reached, and refetches it when it can be again. */
export function startOfflineReading(cache: QueryClient): void {
  pageConnectivity.start()
  persistQueries(cache)
  refetchOnReturn(cache)
}

/** Refetches what is on the screen once after each return of the server: what is stale, restored or has failed. */
function refetchOnReturn(cache: QueryClient): void {
  const isOnline = () => pageConnectivity.readStatus() === 'online'
  onlineManager.setEventListener((setOnline) => pageConnectivity.subscribe(() => setOnline(isOnline())))
  pageConnectivity.subscribe(() => {
    if (!isOnline()) return
    void cache.refetchQueries(
      { type: 'active', predicate: (query) => hasRestoredData(query) || query.state.status === 'error' },
      { cancelRefetch: false },
    )
  })
}
