import { api, type QueryClient } from '@meadow/web'
import { setCount, useCount } from './use-count.ts'

const key = ['unread-notifications']

/** How many notifications are unread, as the server counts them. */
export const useUnread = (): number =>
  useCount(key, async (signal) => (await api('GET /posts/notifications/unread-count', { signal })).count)

/** Asks again at once. */
export function refreshUnread(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: key })
}

/** Writes the number that an answer or a message of the server told. */
export const setUnread = (cache: QueryClient, count: number): void => setCount(cache, key, count)
