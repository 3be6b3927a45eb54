import type { PostView, ServerToClientEvents } from '@meadow/contracts'
import type { CommentListData } from './query-keys.ts'

type PostUpdatedPush = ServerToClientEvents['postUpdated']

/** What a broadcast cannot know of whoever hears it. */
export type Viewer = { readonly _id: string; readonly following: readonly string[] }

/** The post as a broadcast tells it, with what is the viewer's own. What is older than the post changes nothing. */
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

/** The comments with those that a broadcast tells and that are not listed yet, newest first. */
export function prependNewComments(list: CommentListData, push: PostUpdatedPush, viewer: Viewer): CommentListData {
  const known = toCommentIds(list)
  const fresh = push.comments.filter(({ _id }) => !known.has(_id)).reverse()
  const [first, ...rest] = list.pages
  if (!first || fresh.length === 0) return list
  const comments = [...fresh.map((comment) => toViewerComment(viewer, comment)), ...first.comments]
  return { ...list, pages: [{ ...first, comments }, ...rest] }
}

/** Whether there may be comments between those that are listed and those that a broadcast tells. */
export function hasCommentGap(list: CommentListData, push: PostUpdatedPush): boolean {
  const known = toCommentIds(list)
  return push.commentsCount > push.comments.length && !push.comments.some(({ _id }) => known.has(_id))
}

/** The post as it is when the viewer likes it, or does not. */
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
  // Of many likes only the newest are told. The viewer's own act is in it: a comment, else an unlike.
  const hasUnliked = actorId === viewer._id && commentsCount === post.commentsCount
  return post.viewerLiked && !hasUnliked
}

const toViewerComment = (viewer: Viewer, comment: PostUpdatedPush['comments'][number]) => ({
  ...comment,
  user: { ...comment.user, isFollowing: viewer.following.includes(comment.user._id) },
})

const toCommentIds = (list: CommentListData) =>
  new Set(list.pages.flatMap(({ comments }) => comments.map(({ _id }) => _id)))
