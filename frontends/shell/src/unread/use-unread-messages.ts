import { keys, laterUnread, noteUnreadMessages, type UnreadMessages } from '@meadow/features'
import { api, useLive, useQuery, useQueryClient, useResync } from '@meadow/web'
import { useKeptFresh } from './use-kept-fresh.ts'

/** How many messages are unread, as the server counts them. */
export function useUnreadMessages(): number {
  const { data } = useQuery({
    queryKey: keys.unreadMessages,
    queryFn: ({ signal }) => api('GET /messages/unread-count/total', { signal }),
    structuralSharing: (known, told) => laterUnread(known as UnreadMessages | undefined, told as UnreadMessages),
    ...useKeptFresh(),
  })
  return data?.count ?? 0
}

/** Writes what the server tells of that into the badge, whichever page is open. Once in the page. */
export function useLiveUnreadMessages(): void {
  const cache = useQueryClient()
  useLive('unread', ({ messages, moves }) => {
    if (messages !== undefined && moves !== undefined) noteUnreadMessages(cache, { count: messages, moves })
  })
  useResync(() => void cache.invalidateQueries({ queryKey: keys.unreadMessages }))
}
