import { api, type QueryClient, useQuery } from '@meadow/web'
import { useUnreadPolling } from './use-unread-polling.ts'

const queryKey = ['unread-notifications']

/** How many notifications are unread, as the server counts them. */
export function useUnreadNotificationCount(): number {
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('GET /posts/notifications/unread-count', { signal })).count,
    ...useUnreadPolling(),
  })
  return data ?? 0
}

/** Asks again at once. */
export function refetchUnreadNotificationCount(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey })
}

/** Writes the number that an answer or a message of the server told. */
export function cacheUnreadNotificationCount(cache: QueryClient, count: number): void {
  void cache.cancelQueries({ queryKey }) // an older answer on its way must not win
  cache.setQueryData(queryKey, count)
}
