import { PAGE } from '@meadow/contracts/limits'
import { api, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@meadow/web'
import { setUnread } from '../../unread/use-unread.ts'
import { alertKeys, alertsOf, type Counts, type Filter } from './alert-cache.ts'

const NOTHING: Counts['counts'] = { all: 0, like: 0, comment: 0, follow: 0, mention: 0, share: 0 }

/** What every answer of the list says, whichever page it is. */
function keepCounts(cache: QueryClient, { counts, unread }: Counts): void {
  cache.setQueryData<Counts>(alertKeys.counts, { counts, unread })
  setUnread(cache, unread.all)
}

/** The notifications of a filter, newest first, page by page. */
export function useAlerts(filter: Filter) {
  const cache = useQueryClient()
  const pages = useInfiniteQuery({
    queryKey: alertKeys.list(filter),
    queryFn: async ({ pageParam: cursor, signal }) => {
      const type = filter === 'all' ? undefined : filter
      const answer = await api('GET /posts/notifications', {
        query: { type, cursor, limit: PAGE.notifications },
        signal,
      })
      keepCounts(cache, answer)
      return answer
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination, nextCursor }) => (pagination.hasMore ? nextCursor : null),
    staleTime: 0, // whoever opens the page wants to see what is new
  })
  return { ...pages, alerts: alertsOf(pages.data) }
}

async function fetchCounts(cache: QueryClient): Promise<Counts> {
  const answer = await api('GET /posts/notifications', { query: { limit: 1 } })
  setUnread(cache, answer.unread.all)
  return { counts: answer.counts, unread: answer.unread }
}

/** How many there are and how many of them are unread, by type, as the server last said. */
export function useAlertCounts(): Counts {
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: alertKeys.counts,
    queryFn: () => fetchCounts(cache),
    enabled: false, // the list brings them; `askCounts` asks when something moved
  })
  return data ?? { counts: NOTHING, unread: NOTHING }
}

/** Asks the server to count again, where somebody looks at the numbers. */
export function askCounts(cache: QueryClient): void {
  if (!cache.getQueryData(alertKeys.counts)) return
  void cache.fetchQuery({ queryKey: alertKeys.counts, queryFn: () => fetchCounts(cache), staleTime: 0 }).catch(() => {})
}
