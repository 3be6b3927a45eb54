import { type ApiResponse, useInfiniteQuery } from '@meadow/web'
import type { queryKeys } from '../cache/query-keys.ts'

type PostPageParams = { cursor: string | null; signal: AbortSignal }

/** Query of a post list. Its key starts with `queryKeys.postLists`, so that cache updates reach its posts. */
export type PostListSource = {
  queryKey: readonly [...typeof queryKeys.postLists, ...string[]]
  fetchPage: (params: PostPageParams) => Promise<ApiResponse<'GET /posts'>>
  /** Milliseconds until the data is stale; `Infinity` disables automatic refetches. */
  staleTime?: number
}

/** Fetches the posts of a source page by page, newest first. */
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
