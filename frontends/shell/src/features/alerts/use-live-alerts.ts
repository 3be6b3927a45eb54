import { useLive, useQueryClient, useResync } from '@meadow/web'
import { refreshUnread, setUnread } from '../../unread/use-unread.ts'
import { addAlert, alertKeys, markRead } from './alert-cache.ts'
import { askCounts } from './use-alerts.ts'

/** Writes what the server tells into the lists and the badge, whichever page is open; what was missed is asked for. */
export function useLiveAlerts(): void {
  const cache = useQueryClient()
  useLive('notification', (alert) => addAlert(cache, alert))
  useLive('notificationRead', (read) => markRead(cache, read))
  useLive('unread', ({ notifications }) => {
    if (notifications === undefined) return
    setUnread(cache, notifications)
    askCounts(cache)
  })
  useResync(() => {
    refreshUnread(cache)
    void cache.invalidateQueries({ queryKey: alertKeys.lists })
  })
}
