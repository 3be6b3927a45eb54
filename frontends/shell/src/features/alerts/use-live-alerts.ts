import { useQueryClient, useSocketEvent, useSocketResync } from '@meadow/web'
import { cacheUnreadNotificationCount, refetchUnreadNotificationCount } from '../../unread/unread-notification-count.ts'
import { alertQueryKeys, cacheAlert, cacheNotificationRead } from './alert-cache.ts'
import { refetchAlertCounts } from './use-alerts.ts'

/** Applies notification pushes to the cached lists and the badge, on every page. Refetches after a reconnect. */
export function useLiveAlerts(): void {
  const cache = useQueryClient()
  useSocketEvent('notification', (alert) => cacheAlert(cache, alert))
  useSocketEvent('notificationRead', (read) => cacheNotificationRead(cache, read))
  useSocketEvent('unread', ({ notifications }) => {
    if (notifications === undefined) return
    cacheUnreadNotificationCount(cache, notifications)
    refetchAlertCounts(cache)
  })
  useSocketResync(() => {
    refetchUnreadNotificationCount(cache)
    void cache.invalidateQueries({ queryKey: alertQueryKeys.lists })
  })
}
