import { api, type QueryClient, useQuery, useSession } from '@meadow/web'

const EVERY_MS = 20_000

const key = ['unread-notifications']

/**
 * How many notifications are unread, as the server counts them: asked for every 20 seconds and when the tab becomes
 * visible, never by a hidden tab. A failure is silent, and the last number stays.
 */
export function useUnread(): number {
  const { status } = useSession()
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api('GET /posts/notifications/unread-count', { signal })).count,
    enabled: status === 'authenticated',
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
    staleTime: EVERY_MS,
  })
  return data ?? 0
}

/** Asks again at once. */
export function refreshUnread(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: key })
}

/** Writes the number that an answer or a message of the server told. */
export function setUnread(cache: QueryClient, count: number): void {
  void cache.cancelQueries({ queryKey: key }) // an older answer on its way must not win
  cache.setQueryData(key, count)
}
