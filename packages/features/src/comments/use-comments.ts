import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useClientKey, useInfiniteQuery, useMutation, useQueryClient } from '@meadow/web'
import { addCachedComment } from '../cache/cached-posts.ts'
import { type CommentOrder, queryKeys } from '../cache/query-keys.ts'
import { useCachedState } from '../cache/use-cached-state.ts'

/** Fetches the comments of a post page by page in an order. */
export function useComments(postId: string, order: CommentOrder) {
  const query = useInfiniteQuery({
    queryKey: queryKeys.commentList(postId, order),
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /posts/:id/comments', {
        params: { id: postId },
        query: { order, limit: PAGE_SIZE.comments, cursor },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
  })
  return { ...query, comments: query.data?.pages.flatMap((page) => page.comments) ?? [] }
}

/** Order of comments that the member chose during this visit; oldest first until then. */
export function useCommentOrder() {
  const cache = useQueryClient()
  const order = useCachedState<CommentOrder>(queryKeys.commentOrder, () => 'oldest')
  const setOrder = (chosen: CommentOrder) => cache.setQueryData(queryKeys.commentOrder, chosen)
  return { order, setOrder }
}

/**
 * Mutation that adds a comment. A retry after a lost response uses the same client key, so the comment is stored once.
 * Writes the response into the query cache.
 */
export function useAddComment(postId: string) {
  const cache = useQueryClient()
  const { getKey, renew } = useClientKey()
  return useMutation({
    mutationFn: (text: string) =>
      api('POST /posts/:id/comments', { params: { id: postId }, body: { text }, key: getKey([postId, text]) }),
    onSuccess: ({ post, comment }) => {
      renew()
      addCachedComment(cache, post, comment)
    },
  })
}
