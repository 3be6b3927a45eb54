import { api, type QueryClient, useLastKnown, useQuery } from '@meadow/web'
import { useUnreadPolling } from './use-unread-polling.ts'

/** Numbers of notifications, as in responses. Older versions of the service do not know which ones were seen. */
type NotificationCount = { count: number; unseen?: number | undefined }

export const unseenNotificationsQueryKey = ['unread-notifications']

const toUnseenCount = ({ count, unseen = count }: NotificationCount): number => unseen

/** Returns the number of unread notifications that the member has not seen: that of the last visit until the first response. */
export function useUnseenNotificationCount(): number {
  const { data } = useQuery({
    queryKey: unseenNotificationsQueryKey,
    queryFn: async ({ signal }) => toUnseenCount(await api('GET /posts/notifications/unread-count', { signal })),
    ...useUnreadPolling(),
  })
  return useLastKnown('unread-notifications', data) ?? 0
}

/** Refetches the count at once. */
export function refetchUnseenNotificationCount(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: unseenNotificationsQueryKey })
}

/** Writes a count from a response or a push into the cache. */
export function cacheUnseenNotificationCount(cache: QueryClient, count: NotificationCount): void {
  void cache.cancelQueries({ queryKey: unseenNotificationsQueryKey }) // an older response in flight must not overwrite it
  cache.setQueryData(unseenNotificationsQueryKey, toUnseenCount(count))
}
