import { cacheUnreadMessageCount, pickNewerUnreadCount, queryKeys, type UnreadMessageCount } from '@meadow/features'
import { api, useLastKnown, useQuery, useQueryClient, useSocketEvent, useSocketResync } from '@meadow/web'
import { useUnreadPolling } from './use-unread-polling.ts'

/** Returns the number of unread messages: that of the last visit until the first response. */
export function useUnreadMessageCount(): number {
  const { data } = useQuery({
    queryKey: queryKeys.unreadMessageCount,
    queryFn: ({ signal }) => api('GET /messages/unread-count/total', { signal }),
    structuralSharing: (known, received) =>
      pickNewerUnreadCount(known as UnreadMessageCount | undefined, received as UnreadMessageCount),
    ...useUnreadPolling(),
  })
  return useLastKnown('unread-messages', data?.count) ?? 0
}

/** Applies pushes of the unread message count, on every page. Mounted once. */
export function useLiveUnreadMessageCount(): void {
  const cache = useQueryClient()
  useSocketEvent('unread', ({ messages, changeSeq }) => {
    if (messages !== undefined && changeSeq !== undefined)
      cacheUnreadMessageCount(cache, { count: messages, changeSeq })
  })
  useSocketResync(() => void cache.invalidateQueries({ queryKey: queryKeys.unreadMessageCount }))
}
