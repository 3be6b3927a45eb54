import type { PostView, ServerToClientEvents } from '@meadow/contracts/browser'
import type { CommentListData } from './query-keys.ts'

type PostUpdatedPush = ServerToClientEvents['postUpdated']

/** The receiving member. A broadcast push does not contain viewer-specific fields. */
export type Viewer = { readonly _id: string; readonly following: readonly string[] }

/** Applies a `postUpdated` push and keeps the viewer-specific fields. Ignores a push with an older `rev`. */
export function applyPostUpdate(post: PostView, push: PostUpdatedPush, viewer: Viewer): PostView {
  if (post._id !== push._id || push.rev <= post.rev) return post
  const { actorId: _, likes, comments, ...counts } = push
  const viewerLiked = isLikedByViewer(viewer, post, push)
  return {
    ...post,
    ...counts,
    viewerLiked,
    likes: viewerLiked && !likes.includes(viewer._id) ? [...likes, viewer._id] : likes,
    comments: comments.map((comment) => toViewerComment(viewer, comment)),
  }
}

/** Prepends the comments of a push that the list does not contain yet, newest first. */
export function prependNewComments(list: CommentListData, push: PostUpdatedPush, viewer: Viewer): CommentListData {
  const known = toCommentIds(list)
  const fresh = push.comments.filter(({ _id }) => !known.has(_id)).reverse()
  const [first, ...rest] = list.pages
  if (!first || fresh.length === 0) return list
  const comments = [...fresh.map((comment) => toViewerComment(viewer, comment)), ...first.comments]
  return { ...list, pages: [{ ...first, comments }, ...rest] }
}

/** Returns true if comments may be missing between the cached list and the comments of a push. */
export function hasCommentGap(list: CommentListData, push: PostUpdatedPush): boolean {
  const known = toCommentIds(list)
  return push.commentsCount > push.comments.length && !push.comments.some(({ _id }) => known.has(_id))
}

/** Returns the post with the viewer's like added or removed. */
export function withViewerLike(post: PostView, liked: boolean): PostView {
  if (post.viewerLiked === liked) return post
  return { ...post, viewerLiked: liked, likesCount: Math.max(0, post.likesCount + (liked ? 1 : -1)) }
}

function isLikedByViewer(
  viewer: Viewer,
  post: PostView,
  { likes, likesCount, actorId, commentsCount }: PostUpdatedPush,
): boolean {
  if (likes.includes(viewer._id)) return true
  if (likes.length === likesCount) return false
  // A push lists only the newest likes. If the viewer caused it without a new comment, it was an unlike.
  const hasUnliked = actorId === viewer._id && commentsCount === post.commentsCount
  return post.viewerLiked && !hasUnliked
}

const toViewerComment = (viewer: Viewer, comment: PostUpdatedPush['comments'][number]) => ({
  ...comment,
  user: { ...comment.user, isFollowing: viewer.following.includes(comment.user._id) },
})

const toCommentIds = (list: CommentListData) =>
  new Set(list.pages.flatMap(({ comments }) => comments.map(({ _id }) => _id)))
