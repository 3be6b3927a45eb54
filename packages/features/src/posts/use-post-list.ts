import type { PostView } from '@meadow/contracts/browser'
import { type ApiResponse, type QueryClient, useInfiniteQuery } from '@meadow/web'
import type { queryKeys } from '../cache/query-keys.ts'

type PostPageParams = { cursor: string | null; signal: AbortSignal; cache: QueryClient }

/** Query of a post list. Its key starts with `queryKeys.postLists`, so that cache updates reach its posts. */
export type PostListSource = {
  queryKey: readonly [...typeof queryKeys.postLists, ...string[]]
  fetchPage: (params: PostPageParams) => Promise<ApiResponse<'GET /posts'>>
  /** Milliseconds until the data is stale; `Infinity` disables automatic refetches. */
  staleTime?: number
}

type PostPageContext = { pageParam: string | null; signal: AbortSignal; client: QueryClient }

/** Creates the infinite query of a source, newest first. */
export const createPostListQuery = ({ queryKey, fetchPage, ...fresh }: PostListSource) => ({
  queryKey,
  queryFn: ({ pageParam: cursor, signal, client }: PostPageContext) => fetchPage({ cursor, signal, cache: client }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination, nextCursor }: ApiResponse<'GET /posts'>) => (pagination.hasMore ? nextCursor : null),
  ...fresh,
})

/** Fetches the posts of a source page by page. A post that several members shared is listed once, where it comes first. */
export function usePostList(source: PostListSource) {
  const query = useInfiniteQuery(createPostListQuery(source))
  return { ...query, posts: leaveOutRepeatedPosts(query.data?.pages.flatMap((page) => page.posts) ?? []) }
}

function leaveOutRepeatedPosts(posts: readonly PostView[]): PostView[] {
  const ids = new Set<string>()
  return posts.filter(({ _id }) => !ids.has(_id) && ids.add(_id))
}
