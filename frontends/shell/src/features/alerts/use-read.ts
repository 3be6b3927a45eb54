import { NOTIFICATION_TYPES } from '@meadow/contracts/limits'
import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { t } from '../../texts.ts'
import { setUnread } from '../../unread/use-unread.ts'
import { alertKeys, type Filter, markRead } from './alert-cache.ts'
import { askCounts } from './use-alerts.ts'

/** Marks one as read, or all of a filter up to the newest that is shown: at once, and taken back when it fails. */
export function useRead() {
  const cache = useQueryClient()
  const toast = useToast()
  const settled = {
    onSuccess: ({ count }: { count: number }) => {
      setUnread(cache, count)
      askCounts(cache)
    },
    onError: () => {
      toast({ tone: 'error', title: t('alerts.readFailed') })
      void cache.invalidateQueries({ queryKey: alertKeys.lists })
    },
  }
  const one = useMutation({
    mutationFn: (id: string) => api('PUT /posts/notifications/:id/read', { params: { id } }),
    onMutate: (id) => markRead(cache, { ids: [id] }),
    ...settled,
  })
  const all = useMutation({
    mutationFn: ({ filter, before }: { filter: Filter; before: string }) =>
      api('PUT /posts/notifications/read-all', { body: { types: typesOf(filter), before } }),
    onMutate: ({ filter, before }) => markRead(cache, { types: typesOf(filter), before }),
    ...settled,
  })
  return { one, all }
}

const typesOf = (filter: Filter) => (filter === 'all' ? [...NOTIFICATION_TYPES] : [filter])
