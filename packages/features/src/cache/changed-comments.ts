import type { CommentView, PostView, ServerToClientEvents } from '@meadow/contracts/browser'
import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import type { ApiResponse, QueryClient } from '@meadow/web'
import { addNewComments } from './cached-comments.ts'
import { updateCachedPost } from './cached-posts.ts'
import { type CommentListData, type CommentOrder, queryKeys } from './query-keys.ts'

/** Query keys of the page of a post alone. */
export const conversationKeys = {
  /** The replies to a comment, oldest first. */
  replyList: (postId: string, parentId: string) => ['posts', 'comments', postId, 'replies', parentId] as const,
  /** The comments that links name, each with the comment to which it replies. */
  linkedComments: (postId: string) => ['posts', 'comment', postId] as const,
  linkedComment: (postId: string, id: string) => ['posts', 'comment', postId, id] as const,
}

type CommentChange = (comment: CommentView) => CommentView

/** Applies a change to a comment or reply in every cached list, in its post, and where a link names it. */
export function updateCachedComment(cache: QueryClient, postId: string, id: string, change: CommentChange): void {
  const apply: CommentChange = (comment) => {
    if (comment._id === id) return change(comment)
    const { replies } = comment
    return replies?.some((reply) => reply._id === id)
      ? { ...comment, replies: replies.map((reply) => (reply._id === id ? change(reply) : reply)) }
      : comment
  }
  updateLists(cache, postId, (comments) => comments.map(apply))
  updateCachedPost(cache, postId, (post) =>
    post.comments.some(({ _id }) => _id === id) ? { ...post, comments: post.comments.map(apply) } : post,
  )
  cache.setQueriesData<ApiResponse<'GET /posts/:id/comments/:commentId'>>(
    { queryKey: conversationKeys.linkedComments(postId) },
    (linked) => linked && { comment: apply(linked.comment), parent: linked.parent && apply(linked.parent) },
  )
}

/** Removes a comment with its replies, or a reply, from every cached list and from its post. */
export function removeCachedComment(cache: QueryClient, postId: string, id: string): void {
  updateLists(cache, postId, (comments) =>
    comments
      .filter((comment) => comment._id !== id)
      .map((comment) => {
        const { replies = [], repliesCount = 0 } = comment
        if (!replies.some((reply) => reply._id === id)) return comment
        return {
          ...comment,
          replies: replies.filter((reply) => reply._id !== id),
          repliesCount: Math.max(0, repliesCount - 1),
        }
      }),
  )
  updateCachedPost(cache, postId, (post) => withoutComment(post, id))
  void cache.invalidateQueries({ queryKey: conversationKeys.linkedComments(postId) }) // a link may name it
}

/**
 * Puts a removed comment or reply back into the cached lists that have loaded its place, and into its post if that shows older ones or no
 * more. Ids are in the order of their times.
 */
export function restoreCachedComment(cache: QueryClient, postId: string, comment: CommentView): void {
  const { parentId } = comment
  updateCachedPost(cache, postId, (post) => {
    const isAmongNewest = post.comments.length < MAX_POST_COMMENTS_IN_VIEW || post.comments.some(isBefore(comment))
    return isAmongNewest
      ? { ...post, comments: insertComment(post.comments, comment).slice(-MAX_POST_COMMENTS_IN_VIEW) }
      : post
  })
  if (parentId) addCachedReplies(cache, postId, [comment])
  else
    for (const order of ['oldest', 'newest'] as const)
      cache.setQueryData<CommentListData>(
        queryKeys.commentList(postId, order),
        (list) => list && restoreToList(list, order, comment),
      )
}

const isBefore = (comment: CommentView) => (other: CommentView) => other._id < comment._id

/** Inserts a comment into comments, oldest first, unless they have it. */
const insertComment = (comments: readonly CommentView[], comment: CommentView): CommentView[] => [
  ...comments.filter(isBefore(comment)),
  comment,
  ...comments.filter(({ _id }) => _id > comment._id),
]

/** Inserts a comment into the page that has a later one in the order of the list, and otherwise into the last page if no other follows. */
function restoreToList(list: CommentListData, order: CommentOrder, comment: CommentView): CommentListData {
  const { pages } = list
  const isAfter = ({ _id }: CommentView) => (order === 'oldest' ? _id > comment._id : _id < comment._id)
  const found = pages.findIndex(({ comments, hasMore }) => comments.some(isAfter) || !hasMore)
  const page = pages[found]
  if (!page) return list
  const others = order === 'oldest' ? page.comments : page.comments.toReversed()
  const inserted = insertComment(others, comment)
  return {
    ...list,
    pages: pages.with(found, { ...page, comments: order === 'oldest' ? inserted : inserted.toReversed() }),
  }
}

const withoutComment = (post: PostView, id: string): PostView => {
  const comments = post.comments.filter(({ _id, parentId }) => _id !== id && parentId !== id)
  return comments.length === post.comments.length ? post : { ...post, comments }
}

/**
 * Adds those of the comments that are replies to the comments to which they reply, in every cached list, unless they are there. The page
 * of a post calls it: its code has what shows replies.
 */
export function addCachedReplies(cache: QueryClient, postId: string, comments: readonly CommentView[]): void {
  const replies = comments.filter(({ parentId }) => parentId)
  if (replies.length === 0) return
  for (const order of ['oldest', 'newest'] as const)
    cache.setQueryData<CommentListData>(
      queryKeys.commentList(postId, order),
      (list) => list && addNewReplies(list, replies),
    )
  for (const reply of replies)
    cache.setQueryData<CommentListData>(
      conversationKeys.replyList(postId, reply.parentId ?? ''),
      (list) => list && addNewComments(list, 'oldest', [reply]),
    )
}

/** Adds the replies that a list does not contain yet to the comments to which they reply. */
function addNewReplies(list: CommentListData, replies: readonly CommentView[]): CommentListData {
  const change = (comment: CommentView): CommentView => {
    const { replies: known = [], repliesCount = 0 } = comment
    const fresh = replies.filter(
      ({ _id, parentId }) => parentId === comment._id && !known.some((one) => one._id === _id),
    )
    if (fresh.length === 0) return comment
    return { ...comment, repliesCount: repliesCount + fresh.length, replies: [...known, ...fresh] }
  }
  return { ...list, pages: list.pages.map((page) => ({ ...page, comments: page.comments.map(change) })) }
}

/** Applies a `commentUpdated` push. `isMuted` says if the viewer mutes its text when a member has written it. */
export function applyCommentUpdate(
  cache: QueryClient,
  push: ServerToClientEvents['commentUpdated'],
  isMuted?: (author: { _id: string }) => boolean,
): void {
  const { postId, commentId, isRemoved, text, facets, editedAt, likesCount } = push
  if (isRemoved) {
    removeCachedComment(cache, postId, commentId)
    return
  }
  updateCachedComment(cache, postId, commentId, (comment) => ({
    ...comment,
    ...(text !== undefined && { text, facets, editedAt, isMuted: isMuted?.(comment.user) || undefined }),
    ...(likesCount !== undefined && { likesCount }),
  }))
}

/** Returns the comment with the viewer's like added or removed. */
export const withCommentLike = (comment: CommentView, isLiked: boolean): CommentView => {
  const { viewerLiked = false, likesCount = 0 } = comment
  if (viewerLiked === isLiked) return comment
  return { ...comment, viewerLiked: isLiked, likesCount: Math.max(0, likesCount + (isLiked ? 1 : -1)) }
}

/** Returns true for the key of comments, and of posts, which have some. */
export const isCommentQuery = ([subject, part]: readonly unknown[]): boolean =>
  subject === 'posts' && (part === 'comments' || part === 'comment' || part === 'list' || part === 'one')

function updateLists(cache: QueryClient, postId: string, change: (comments: CommentView[]) => CommentView[]): void {
  cache.setQueriesData<CommentListData>(
    { queryKey: queryKeys.comments(postId) },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, comments: change(page.comments) })) },
  )
}
