import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type ApiResponse, api, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@meadow/web'
import { cacheUnseenNotificationCount } from '../../unread/unseen-notification-count.ts'
import { type AlertCounts, type AlertFilter, alertQueryKeys, flattenAlertPages } from './alert-cache.ts'

const NO_ALERTS: AlertCounts['counts'] = { all: 0, like: 0, comment: 0, follow: 0, mention: 0, share: 0 }

/** Caches the counts, which every page of the list contains. */
function cacheAlertCounts(
  cache: QueryClient,
  { counts, unread, unseen }: ApiResponse<'GET /posts/notifications'>,
): void {
  cache.setQueryData<AlertCounts>(alertQueryKeys.counts, { counts, unread })
  cacheUnseenNotificationCount(cache, { count: unread.all, unseen })
}

/** Milliseconds for which a list is fresh: it may have been preloaded before its page opened. */
const STALE_TIME_MS = 10_000

/** Creates the infinite query of the notifications of a filter, newest first. */
export const createAlertQuery = (cache: QueryClient, filter: AlertFilter) => ({
  queryKey: alertQueryKeys.list(filter),
  queryFn: async ({ pageParam: cursor, signal }: { pageParam: string | null; signal: AbortSignal }) => {
    const type = filter === 'all' ? undefined : filter
    const response = await api('GET /posts/notifications', {
      query: { type, cursor, limit: PAGE_SIZE.notifications },
      signal,
    })
    cacheAlertCounts(cache, response)
    return response
  },
  initialPageParam: null,
  getNextPageParam: ({ pagination, nextCursor }: ApiResponse<'GET /posts/notifications'>) =>
    pagination.hasMore ? nextCursor : null,
  staleTime: STALE_TIME_MS,
})

/** Fetches the notifications of a filter page by page. */
export function useAlerts(filter: AlertFilter) {
  const pages = useInfiniteQuery(createAlertQuery(useQueryClient(), filter))
  return { ...pages, alerts: flattenAlertPages(pages.data) }
}

async function fetchAlertCounts(): Promise<AlertCounts> {
  const { counts, unread } = await api('GET /posts/notifications', { query: { limit: 1 } })
  return { counts, unread }
}

/** Returns total and unread counts by type, from the last response. */
export function useAlertCounts(): AlertCounts {
  const { data } = useQuery({
    queryKey: alertQueryKeys.counts,
    queryFn: fetchAlertCounts,
    enabled: false, // the list response fills it; `refetchAlertCounts` refreshes it
  })
  return data ?? { counts: NO_ALERTS, unread: NO_ALERTS }
}

/** Refetches the counts, if the page has loaded them before. Never throws. */
export async function refetchAlertCounts(cache: QueryClient): Promise<void> {
  if (!cache.getQueryData(alertQueryKeys.counts)) return
  void cache.cancelQueries({ queryKey: alertQueryKeys.counts }) // a fetch would join an older request, and keep its response
  await cache.fetchQuery({ queryKey: alertQueryKeys.counts, queryFn: fetchAlertCounts, staleTime: 0 }).catch(() => {})
}
