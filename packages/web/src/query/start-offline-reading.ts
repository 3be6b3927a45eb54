import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { pageConnectivity } from '../connectivity/page-connectivity.ts'
import { waitForIdleCallback } from '../page/wait-for-page-idle.ts'
import { readStoredSession } from '../session/stored-session.ts'
import { hasRestoredData } from './restored-data.ts'
import { hasStoredQueries } from './stored-queries-mark.ts'

/** Stores what the member reads, shows it when the server cannot be reached, and refetches it when it can be again. */
export function startOfflineReading(cache: QueryClient): void {
  pageConnectivity.start()
  refetchOnReturn(cache)
  const started = startPersistence(cache).catch(() => undefined) // without the code nothing is stored
  setPersister(cache, started)
}

/**
 * Loads the code at once if something is stored, and otherwise beside the first data that a member sees: it is not part of the
 * first download, but what one sees for a second is stored.
 */
async function startPersistence(cache: QueryClient): Promise<void> {
  if (!hasStoredQueries()) await waitForFirstData(cache)
  const { persistQueries } = await import('./persist-queries.ts')
  await persistQueries(cache).restored
}

/** Resolves after the first data of a signed-in member is on the screen. */
function waitForFirstData(cache: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = cache.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || !readStoredSession().userId) return
      unsubscribe()
      resolve(waitForIdleCallback())
    })
  })
}

/** Lets a failed fetch wait for the stored data until `persistQueries` does so, so that no error replaces it for a moment. */
function setPersister(cache: QueryClient, started: Promise<unknown>): void {
  const { queries: defaults, ...others } = cache.getDefaultOptions()
  const queries: typeof defaults = {
    ...defaults,
    persister: async (queryFn, context) => {
      try {
        return await queryFn(context as Parameters<typeof queryFn>[0])
      } catch (error) {
        if (hasStoredQueries()) await started
        throw error
      }
    },
  }
  cache.setDefaultOptions({ ...others, queries })
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
