import type { PostView, ServerToClientEvents } from '@meadow/contracts/browser'
import { withKnownMutes } from './cached-posts.ts'

type PostUpdatedPush = ServerToClientEvents['postUpdated']

/** The receiving member. A broadcast push does not contain viewer-specific fields. */
export type Viewer = { readonly _id: string; readonly following: readonly string[] }

/**
 * Applies a `postUpdated` push and keeps the viewer-specific fields. Ignores a push with an older `rev`, except for a text that is
 * newer than that of the post.
 */
export function applyPostUpdate(post: PostView, push: PostUpdatedPush, viewer: Viewer): PostView {
  if (post._id !== push._id) return post
  const edited = withNewerText(post, push)
  if (push.rev <= post.rev) return edited
  const { likes, comments, likesCount, commentsCount, linkPreview, isLinkPreviewRemoved, video, rev } = push
  const viewerLiked = isLikedByViewer(viewer, post, push)
  return {
    ...(linkPreview === undefined ? edited : withLinkPreview(edited, linkPreview)),
    ...(isLinkPreviewRemoved !== undefined && { isLinkPreviewRemoved }),
    ...(video && { video }),
    likesCount,
    commentsCount,
    sharesCount: push.sharesCount ?? post.sharesCount,
    rev,
    viewerLiked,
    likes: viewerLiked && !likes.includes(viewer._id) ? [...likes, viewer._id] : likes,
    comments: withKnownMutes(
      post.comments,
      comments.map((comment) => toViewerComment(viewer, comment)),
    ),
  }
}

/** Returns the post with the text of a push, if it has one that is newer. */
function withNewerText(post: PostView, { content, facets, editedAt }: PostUpdatedPush): PostView {
  if (content === undefined || editedAt === undefined || editedAt <= (post.editedAt ?? '')) return post
  return { ...post, content, facets, editedAt }
}

/** Returns the post with another link preview, or with none. */
function withLinkPreview({ linkPreview: _, ...post }: PostView, linkPreview: PostView['linkPreview'] | null): PostView {
  return linkPreview ? { ...post, linkPreview } : post
}

/** Returns the post with the viewer's like added or removed. */
export function withViewerLike(post: PostView, liked: boolean): PostView {
  if (post.viewerLiked === liked) return post
  return { ...post, viewerLiked: liked, likesCount: Math.max(0, post.likesCount + (liked ? 1 : -1)) }
}

/** Returns the post with the viewer's share without a comment added or removed. */
export function withViewerShare(post: PostView, isShared: boolean): PostView {
  if ((post.viewerShared ?? false) === isShared) return post
  return { ...post, viewerShared: isShared, sharesCount: Math.max(0, (post.sharesCount ?? 0) + (isShared ? 1 : -1)) }
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

/** Adds the viewer-specific fields to a comment of a push. */
export const toViewerComment = (viewer: Viewer, comment: PostUpdatedPush['comments'][number]) => ({
  ...comment,
  user: { ...comment.user, isFollowing: viewer.following.includes(comment.user._id) },
})
