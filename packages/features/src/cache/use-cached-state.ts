import { useQuery } from '@meadow/web'

/** Reads client-only state from the query cache, which sign-out clears. */
export function useCachedState<T>(queryKey: readonly unknown[], initial: () => T): T {
  const { data } = useQuery({
    queryKey,
    queryFn: initial,
    initialData: initial,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data as T
}
