import type { QueryClient } from '@meadow/web'
import { createAlertQuery } from './use-alerts.ts'

/** Fetches the first notifications of the page. */
export const preloadAlerts = (cache: QueryClient): Promise<void> =>
  cache.prefetchInfiniteQuery(createAlertQuery(cache, 'all'))
