import { type ApiResponse, useInfiniteQuery } from '@meadow/web'
import type { queryKeys } from '../cache/query-keys.ts'

type PostPageParams = { cursor: string | null; signal: AbortSignal }

/** Where a list of posts comes from, and where it lies in the cache: below `keys.lists`, so that posts change there, too. */
export type PostListSource = {
  queryKey: readonly [...typeof queryKeys.postLists, ...string[]]
  fetchPage: (asked: PostPageParams) => Promise<ApiResponse<'GET /posts'>>
  /** How long it counts as fresh, in milliseconds; `Infinity` for a list that never moves by itself. */
  staleTime?: number
}

/** The posts of a source, newest first, page by page. */
export function usePostList({ queryKey, fetchPage, ...fresh }: PostListSource) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => fetchPage({ cursor, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination, nextCursor }) => (pagination.hasMore ? nextCursor : null),
    ...fresh,
  })
  return { ...query, posts: query.data?.pages.flatMap((page) => page.posts) ?? [] }
}
