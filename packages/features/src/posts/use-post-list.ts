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

/** Creates the infinite query of a source, newest first. */
export const createPostListQuery = ({ queryKey, fetchPage, ...fresh }: PostListSource) => ({
  queryKey,
  queryFn: ({ pageParam: cursor, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    fetchPage({ cursor, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination, nextCursor }: ApiResponse<'GET /posts'>) => (pagination.hasMore ? nextCursor : null),
  ...fresh,
})

/** Fetches the posts of a source page by page. */
export function usePostList(source: PostListSource) {
  const query = useInfiniteQuery(createPostListQuery(source))
  return { ...query, posts: query.data?.pages.flatMap((page) => page.posts) ?? [] }
}
