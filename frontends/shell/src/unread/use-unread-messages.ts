import { keys } from '@meadow/features'
import { api, useLive, useQueryClient, useResync } from '@meadow/web'
import { setCount, useCount } from './use-count.ts'

/** How many messages are unread, as the server counts them. */
export const useUnreadMessages = (): number =>
  useCount(keys.unreadMessages, async (signal) => (await api('GET /messages/unread-count/total', { signal })).count)

/** Writes what the server tells of that into the badge, whichever page is open. Once in the page. */
export function useLiveUnreadMessages(): void {
  const cache = useQueryClient()
  useLive('unread', ({ messages }) => {
    if (messages !== undefined) setCount(cache, keys.unreadMessages, messages)
  })
  useResync(() => void cache.invalidateQueries({ queryKey: keys.unreadMessages }))
}
