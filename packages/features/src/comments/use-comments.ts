import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useClientKey, useInfiniteQuery, useMutation, useQueryClient } from '@meadow/web'
import { addCachedComment } from '../cache/cached-posts.ts'
import { queryKeys } from '../cache/query-keys.ts'

/** The comments of a post, newest first, page by page. */
export function useComments(postId: string) {
  const query = useInfiniteQuery({
    queryKey: queryKeys.comments(postId),
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /posts/:id/comments', { params: { id: postId }, query: { limit: PAGE_SIZE.comments, cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
  })
  return { ...query, comments: query.data?.pages.flatMap((page) => page.comments) ?? [] }
}

/**
 * Adds a comment, once, also when the same words are sent again after a lost answer. The answer goes into the one cache,
 * so that every place that shows the post has it.
 */
export function useAddComment(postId: string) {
  const cache = useQueryClient()
  const { keyFor, renew } = useClientKey()
  return useMutation({
    mutationFn: (text: string) =>
      api('POST /posts/:id/comments', { params: { id: postId }, body: { text }, key: keyFor([postId, text]) }),
    onSuccess: ({ post, comment }) => {
      renew()
      addCachedComment(cache, post, comment)
    },
  })
}
