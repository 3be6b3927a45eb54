import type { PostView, SocketHeard } from '@meadow/contracts'
import type { CommentList } from './query-keys.ts'

type Told = SocketHeard['postUpdated']

/** What a broadcast cannot know of whoever hears it. */
export type Viewer = { readonly _id: string; readonly following: readonly string[] }

/** The post as a broadcast tells it, with what is the viewer's own. What is older than the post changes nothing. */
export function applyPostUpdate(post: PostView, told: Told, viewer: Viewer): PostView {
  if (post._id !== told._id || told.rev <= post.rev) return post
  const { actorId: _, likes, comments, ...counts } = told
  const viewerLiked = likedBy(viewer, post, told)
  return {
    ...post,
    ...counts,
    viewerLiked,
    likes: viewerLiked && !likes.includes(viewer._id) ? [...likes, viewer._id] : likes,
    comments: comments.map((comment) => asSeenBy(viewer, comment)),
  }
}

/** The comments with those that a broadcast tells and that are not listed yet, newest first. */
export function prependNewComments(list: CommentList, told: Told, viewer: Viewer): CommentList {
  const known = idsOf(list)
  const fresh = told.comments.filter(({ _id }) => !known.has(_id)).reverse()
  const [first, ...rest] = list.pages
  if (!first || fresh.length === 0) return list
  const comments = [...fresh.map((comment) => asSeenBy(viewer, comment)), ...first.comments]
  return { ...list, pages: [{ ...first, comments }, ...rest] }
}

/** Whether there may be comments between those that are listed and those that a broadcast tells. */
export function hasCommentGap(list: CommentList, told: Told): boolean {
  const known = idsOf(list)
  return told.commentsCount > told.comments.length && !told.comments.some(({ _id }) => known.has(_id))
}

/** The post as it is when the viewer likes it, or does not. */
export function withViewerLike(post: PostView, liked: boolean): PostView {
  if (post.viewerLiked === liked) return post
  return { ...post, viewerLiked: liked, likesCount: Math.max(0, post.likesCount + (liked ? 1 : -1)) }
}

function likedBy(viewer: Viewer, post: PostView, { likes, likesCount, actorId, commentsCount }: Told): boolean {
  if (likes.includes(viewer._id)) return true
  if (likes.length === likesCount) return false
  // Of many likes only the newest are told. The viewer's own act is in it: a comment, else an unlike.
  const hasUnliked = actorId === viewer._id && commentsCount === post.commentsCount
  return post.viewerLiked && !hasUnliked
}

const asSeenBy = (viewer: Viewer, comment: Told['comments'][number]) => ({
  ...comment,
  user: { ...comment.user, isFollowing: viewer.following.includes(comment.user._id) },
})

const idsOf = (list: CommentList) => new Set(list.pages.flatMap(({ comments }) => comments.map(({ _id }) => _id)))
