import { PAGE_SIZE } from '@meadow/contracts/limits'
import { ApiError, api, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@meadow/web'
import { conversationKeys } from '../cache/changed-comments.ts'
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

/** Fetches the replies to a comment page by page, oldest first. */
export function useReplies(postId: string, parentId: string) {
  const query = useInfiniteQuery({
    queryKey: conversationKeys.replyList(postId, parentId),
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /posts/:id/comments', {
        params: { id: postId },
        query: { order: 'oldest', parentId, limit: PAGE_SIZE.comments, cursor },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
  })
  return { ...query, comments: query.data?.pages.flatMap((page) => page.comments) ?? [] }
}

/** Fetches the comment that a link names, with the comment to which it replies. `isGone`: the viewer cannot see it. */
export function useLinkedComment(postId: string, id: string | undefined) {
  const query = useQuery({
    queryKey: conversationKeys.linkedComment(postId, id ?? ''),
    queryFn: ({ signal }) =>
      api('GET /posts/:id/comments/:commentId', { params: { id: postId, commentId: id ?? '' }, signal }),
    enabled: id !== undefined,
  })
  const { error } = query
  const isGone = error instanceof ApiError && (error.status === 404 || error.code === 'invalid_request')
  return { linked: isGone ? undefined : query.data, isGone }
}

/** Order of comments that the member chose during this visit; oldest first until then. */
export function useCommentOrder() {
  const cache = useQueryClient()
  const order = useCachedState<CommentOrder>(queryKeys.commentOrder, () => 'oldest')
  const setOrder = (chosen: CommentOrder) => cache.setQueryData(queryKeys.commentOrder, chosen)
  return { order, setOrder }
}

/** Mutation that adds a comment, or a reply to the comment `parentId`. One that cannot be sent now waits in the outbox, and is shown as waiting. */
export function useAddComment(post: CommentedPost, parentId?: string) {
  const { perform } = useForegroundAction(commentAction)
  return useMutation({ mutationFn: (text: string) => perform({ post, text, parentId }) })
}
