import { cacheUnreadMessageCount, pickNewerUnreadCount, queryKeys, type UnreadMessageCount } from '@meadow/features'
import { api, useLive, useQuery, useQueryClient, useResync } from '@meadow/web'
import { useKeptFresh } from './use-kept-fresh.ts'

/** How many messages are unread, as the server counts them. */
export function useUnreadMessages(): number {
  const { data } = useQuery({
    queryKey: queryKeys.unreadMessages,
    queryFn: ({ signal }) => api('GET /messages/unread-count/total', { signal }),
    structuralSharing: (known, told) =>
      pickNewerUnreadCount(known as UnreadMessageCount | undefined, told as UnreadMessageCount),
    ...useKeptFresh(),
  })
  return data?.count ?? 0
}

/** Writes what the server tells of that into the badge, whichever page is open. Once in the page. */
export function useLiveUnreadMessages(): void {
  const cache = useQueryClient()
  useLive('unread', ({ messages, moves }) => {
    if (messages !== undefined && moves !== undefined) cacheUnreadMessageCount(cache, { count: messages, moves })
  })
  useResync(() => void cache.invalidateQueries({ queryKey: queryKeys.unreadMessages }))
}
