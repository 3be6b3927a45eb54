import { api, type QueryClient, useLastKnown, useQuery } from '@meadow/web'
import { useUnreadPolling } from './use-unread-polling.ts'

const unreadNotificationsQueryKey = ['unread-notifications']

/** Returns the number of unread notifications: that of the last visit until the first response. */
export function useUnreadNotificationCount(): number {
  const { data } = useQuery({
    queryKey: unreadNotificationsQueryKey,
    queryFn: async ({ signal }) => (await api('GET /posts/notifications/unread-count', { signal })).count,
    ...useUnreadPolling(),
  })
  return useLastKnown('unread-notifications', data) ?? 0
}

/** Refetches the count at once. */
export function refetchUnreadNotificationCount(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: unreadNotificationsQueryKey })
}

/** Writes a count from a response or a push into the cache. */
export function cacheUnreadNotificationCount(cache: QueryClient, count: number): void {
  void cache.cancelQueries({ queryKey: unreadNotificationsQueryKey }) // an older response in flight must not overwrite it
  cache.setQueryData(unreadNotificationsQueryKey, count)
}
