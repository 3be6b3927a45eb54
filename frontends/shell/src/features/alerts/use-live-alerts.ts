import { useQueryClient, useSocketEvent, useSocketResync } from '@meadow/web'
import { cacheUnseenNotificationCount, refetchUnseenNotificationCount } from '../../unread/unseen-notification-count.ts'
import { alertQueryKeys, cacheAlert, cacheNotificationRead } from './alert-cache.ts'
import { refetchAlertCounts } from './use-alerts.ts'

/** Applies notification pushes to the cached lists and the badge, on every page. Refetches after a reconnect. */
export function useLiveAlerts(): void {
  const cache = useQueryClient()
  useSocketEvent('notification', (alert) => cacheAlert(cache, alert))
  useSocketEvent('notificationRead', (read) => cacheNotificationRead(cache, read))
  useSocketEvent('unread', ({ notifications, unseen }) => {
    if (notifications === undefined) return
    if (unseen === undefined)
      refetchUnseenNotificationCount(cache) // from an older version of a service
    else cacheUnseenNotificationCount(cache, { count: notifications, unseen })
    void refetchAlertCounts(cache)
  })
  useSocketResync(() => {
    refetchUnseenNotificationCount(cache)
    void cache.invalidateQueries({ queryKey: alertQueryKeys.lists })
  })
}
