import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { t } from '../../texts.ts'
import { cacheUnreadNotificationCount } from '../../unread/unread-notification-count.ts'
import { type AlertFilter, alertQueryKeys, cacheNotificationRead } from './alert-cache.ts'
import { refetchAlertCounts } from './use-alerts.ts'

/**
 * Returns mutations that mark one notification, or all that match a filter and are not newer than `before`, as read. Without a filter the service marks also types that this page does not know. The
 * cached lists change at once; on failure they are refetched.
 */
export function useMarkAlertsRead() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const mutationCallbacks = {
    onSuccess: ({ count }: { count: number }) => {
      cacheUnreadNotificationCount(queryClient, count)
      refetchAlertCounts(queryClient)
    },
    onError: () => {
      toast({ tone: 'error', title: t('alerts.readFailed') })
      void queryClient.invalidateQueries({ queryKey: alertQueryKeys.lists })
    },
  }
  const markOneRead = useMutation({
    mutationFn: (id: string) => api('PUT /posts/notifications/:id/read', { params: { id } }),
    onMutate: (id) => cacheNotificationRead(queryClient, { ids: [id] }),
    ...mutationCallbacks,
  })
  const markFilterRead = useMutation({
    mutationFn: ({ filter, before }: { filter: AlertFilter; before: string }) =>
      api('PUT /posts/notifications/read-all', { body: { ...(filter !== 'all' && { types: [filter] }), before } }),
    onMutate: ({ filter, before }) =>
      cacheNotificationRead(queryClient, { types: filter === 'all' ? 'all' : [filter], before }),
    ...mutationCallbacks,
  })
  return { one: markOneRead, all: markFilterRead }
}
