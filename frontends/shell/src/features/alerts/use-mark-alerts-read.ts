import { NOTIFICATION_TYPES } from '@meadow/contracts/limits'
import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { t } from '../../texts.ts'
import { cacheUnreadNotificationCount } from '../../unread/unread-notification-count.ts'
import { type AlertFilter, alertQueryKeys, cacheNotificationRead } from './alert-cache.ts'
import { refetchAlertCounts } from './use-alerts.ts'

/** Mutations that mark one notification, or all of a filter up to a time, as read: optimistic, refetched on failure. */
export function useMarkAlertsRead() {
  const cache = useQueryClient()
  const toast = useToast()
  const mutationCallbacks = {
    onSuccess: ({ count }: { count: number }) => {
      cacheUnreadNotificationCount(cache, count)
      refetchAlertCounts(cache)
    },
    onError: () => {
      toast({ tone: 'error', title: t('alerts.readFailed') })
      void cache.invalidateQueries({ queryKey: alertQueryKeys.lists })
    },
  }
  const one = useMutation({
    mutationFn: (id: string) => api('PUT /posts/notifications/:id/read', { params: { id } }),
    onMutate: (id) => cacheNotificationRead(cache, { ids: [id] }),
    ...mutationCallbacks,
  })
  const all = useMutation({
    mutationFn: ({ filter, before }: { filter: AlertFilter; before: string }) =>
      api('PUT /posts/notifications/read-all', { body: { types: toNotificationTypes(filter), before } }),
    onMutate: ({ filter, before }) => cacheNotificationRead(cache, { types: toNotificationTypes(filter), before }),
    ...mutationCallbacks,
  })
  return { one, all }
}

const toNotificationTypes = (filter: AlertFilter) => (filter === 'all' ? [...NOTIFICATION_TYPES] : [filter])
