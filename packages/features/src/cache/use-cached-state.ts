import { useQuery } from '@meadow/web'

/** A value that only this page knows, kept in the cache so that it goes with everything else at sign-out. */
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
