import type { NotificationView } from '@meadow/contracts/browser'
import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { useRef } from 'react'
import { cacheUnreadNotificationCount } from '../../unread/unread-notification-count.ts'
import { type AlertFilter, alertQueryKeys, cacheNotificationRead, type NotificationRead } from './alert-cache.ts'
import { t } from './texts.ts'
import { refetchAlertCounts } from './use-alerts.ts'

type ReadOneInput = { id: string; isAutomatic: boolean }
type ReadAllInput = { filter: AlertFilter; before: string }

const toNotificationRead = (input: ReadOneInput | ReadAllInput): NotificationRead =>
  'id' in input ? { ids: [input.id] } : { types: input.filter === 'all' ? 'all' : [input.filter], before: input.before }

/**
 * Returns functions that mark notifications as read: `one`, one that was `seen`, or `all` that match a filter and are not
 * newer than `before`. Without a filter the service marks also types that this page does not know. The cached lists change at
 * once; on failure they are refetched. A failure of `seen` shows no toast, and is not tried again.
 */
export function useMarkAlertsRead() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const seenStates = useRef(new Set<string>())
  const mutationOptions = {
    scope: { id: 'alerts-read' }, // one after the other: the last response has the current count
    onMutate: (input: ReadOneInput | ReadAllInput) => cacheNotificationRead(queryClient, toNotificationRead(input)),
    onSuccess: ({ count }: { count: number }, input: ReadOneInput | ReadAllInput) => {
      cacheNotificationRead(queryClient, toNotificationRead(input)) // a list that was fetched meanwhile has the old state
      if (queryClient.isFetching({ queryKey: alertQueryKeys.lists }) > 0)
        void queryClient.invalidateQueries({ queryKey: alertQueryKeys.lists })
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
    ...mutationOptions,
  })
  const readAll = useMutation({
    mutationFn: ({ filter, before }: ReadAllInput) =>
      api('PUT /posts/notifications/read-all', { body: { ...(filter !== 'all' && { types: [filter] }), before } }),
    ...mutationOptions,
  })
  return {
    one: (id: string) => readOne.mutate({ id, isAutomatic: false }),
    seen: ({ _id: id, updatedAt }: NotificationView) => {
      const state = `${id} ${updatedAt}` // it is unread again when another member did the same
      if (seenStates.current.has(state)) return
      seenStates.current.add(state)
      readOne.mutate({ id, isAutomatic: true })
    },
    all: readAll.mutate,
  }
}
