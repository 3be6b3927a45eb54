import { PAGE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { keys, type Scope } from '../../cache/keys.ts'

/** The posts of a scope, newest first, page by page. It never moves by itself: a visit loads it anew. */
export function useFeed(scope: Scope) {
  const query = useInfiniteQuery({
    queryKey: keys.list(scope),
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /posts', { query: { scope, limit: PAGE.posts, cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination, nextCursor }) => (pagination.hasMore ? nextCursor : null),
    staleTime: Infinity,
  })
  return { ...query, posts: query.data?.pages.flatMap((page) => page.posts) ?? [] }
}
