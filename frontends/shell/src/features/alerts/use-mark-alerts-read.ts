import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { useRef } from 'react'
import { cacheUnreadNotificationCount } from '../../unread/unread-notification-count.ts'
import { type AlertFilter, alertQueryKeys, cacheNotificationRead } from './alert-cache.ts'
import { t } from './texts.ts'
import { refetchAlertCounts } from './use-alerts.ts'

type ReadOneInput = { id: string; isAutomatic: boolean }
type ReadAllInput = { filter: AlertFilter; before: string }

/**
 * Returns functions that mark notifications as read: `one`, one that was `seen`, or `all` that match a filter and are not
 * newer than `before`. Without a filter the service marks also types that this page does not know. The cached lists change at
 * once; on failure they are refetched. A failure of `seen` shows no toast, and is not tried again.
 */
export function useMarkAlertsRead() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const seenIds = useRef(new Set<string>())
  const mutationOptions = {
    scope: { id: 'alerts-read' }, // one after the other: the last response has the current count
    onSuccess: ({ count }: { count: number }) => {
      cacheUnreadNotificationCount(queryClient, count)
      refetchAlertCounts(queryClient)
    },
    onError: (_error: Error, input: ReadOneInput | ReadAllInput) => {
      if (!('isAutomatic' in input && input.isAutomatic)) toast({ tone: 'error', title: t('alerts.readFailed') })
      void queryClient.invalidateQueries({ queryKey: alertQueryKeys.lists })
    },
  }
  const readOne = useMutation({
    mutationFn: ({ id }: ReadOneInput) => api('PUT /posts/notifications/:id/read', { params: { id } }),
    onMutate: ({ id }) => cacheNotificationRead(queryClient, { ids: [id] }),
    ...mutationOptions,
  })
  const readAll = useMutation({
    mutationFn: ({ filter, before }: ReadAllInput) =>
      api('PUT /posts/notifications/read-all', { body: { ...(filter !== 'all' && { types: [filter] }), before } }),
    onMutate: ({ filter, before }) =>
      cacheNotificationRead(queryClient, { types: filter === 'all' ? 'all' : [filter], before }),
    ...mutationOptions,
  })
  return {
    one: (id: string) => readOne.mutate({ id, isAutomatic: false }),
    seen: (id: string) => {
      if (seenIds.current.has(id)) return
      seenIds.current.add(id)
      readOne.mutate({ id, isAutomatic: true })
    },
    all: readAll.mutate,
  }
}
