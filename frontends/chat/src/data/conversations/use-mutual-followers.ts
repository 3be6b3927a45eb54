import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { chatQueryKeys } from '../query-keys.ts'

/** Returns the infinite query of the mutual followers by name, filtered by `q`. The member may message each of them. */
export function useMutualFollowers(q: string) {
  const query = useInfiniteQuery({
    queryKey: chatQueryKeys.mutualFollowers(q),
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /messages/mutual-followers', { query: { q, cursor, limit: PAGE_SIZE.follows }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
  })
  return { ...query, members: query.data?.pages.flatMap(({ mutualFollowers }) => mutualFollowers) ?? [] }
}
