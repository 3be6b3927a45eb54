import { type QueryClient, useQuery, useSession } from '@meadow/web'

const EVERY_MS = 20_000

/**
 * What the server counts for the member: asked for every 20 seconds and when the tab becomes visible, never by a hidden
 * tab. A failure is silent, and the last number stays.
 */
export function useCount(queryKey: readonly string[], ask: (signal: AbortSignal) => Promise<number>): number {
  const { status } = useSession()
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(signal),
    enabled: status === 'authenticated',
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
    staleTime: EVERY_MS,
  })
  return data ?? 0
}

/** Writes the number that an answer or a message of the server told. */
export function setCount(cache: QueryClient, queryKey: readonly string[], count: number): void {
  void cache.cancelQueries({ queryKey }) // an older answer on its way must not win
  cache.setQueryData(queryKey, count)
}
