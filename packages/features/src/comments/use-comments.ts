import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery, useMutation, useQueryClient } from '@meadow/web'
import { type CommentOrder, queryKeys } from '../cache/query-keys.ts'
import { useCachedState } from '../cache/use-cached-state.ts'
import type { CommentedPost } from '../outbox-plans.ts'
import { useForegroundAction } from '../waiting/use-foreground-action.ts'
import { commentAction } from './comment-action.ts'

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

/** Mutation that adds a comment. One that cannot be sent now waits in the outbox, and is shown as waiting. */
export function useAddComment(post: CommentedPost) {
  const { perform } = useForegroundAction(commentAction)
  return useMutation({ mutationFn: (text: string) => perform({ post, text }) })
}
