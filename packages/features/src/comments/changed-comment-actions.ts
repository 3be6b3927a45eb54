import type { CommentView } from '@meadow/contracts/browser'
import { findFacets } from '@meadow/contracts/find-facets'
import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { replaceCachedPost } from '../cache/cached-posts.ts'
import {
  conversationKeys,
  isCommentQuery,
  removeCachedComment,
  restoreCachedComment,
  updateCachedComment,
  withCommentLike,
} from '../cache/changed-comments.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { t } from './texts.ts'

/** Changes of one comment are sent one after the other, but new comments do not wait for a deletion that is held. */
const toLane = (commentId: string) => `comment ${commentId}`
const toSubject = ({ data: { postId } }: { data: { postId: string } }) => `post ${postId}`
function refetchComments(cache: QueryClient, postId: string): void {
  for (const queryKey of [queryKeys.comments(postId), conversationKeys.linkedComments(postId)])
    void cache.invalidateQueries({ queryKey })
}

type LikeCommentData = { postId: string; commentId: string; isLiked: boolean }

/** Likes or unlikes a comment. The later click replaces the earlier one. */
export const likeCommentAction: OutboxKind<LikeCommentData, ApiResponse<'POST /posts/:id/comments/:commentId/like'>> = {
  name: 'like-comment',
  plan: ({ postId, commentId, isLiked }) => ({
    lane: toLane(commentId),
    replaceKey: `like comment ${commentId}`,
    requests: [
      { call: 'POST /posts/:id/comments/:commentId/like', params: { id: postId, commentId }, body: { state: isLiked } },
    ],
    description: t(isLiked ? 'comments.waitingLike' : 'comments.waitingUnlike'),
  }),
  isUndone: (earlier, later) => earlier.isLiked !== later.isLiked,
  show: (cache, { data: { postId, commentId, isLiked } }) =>
    updateCachedComment(cache, postId, commentId, (comment) => withCommentLike(comment, isLiked)),
  hide: (cache, { data: { postId, commentId, isLiked } }) =>
    updateCachedComment(cache, postId, commentId, (comment) => withCommentLike(comment, !isLiked)),
  isShownIn: isCommentQuery,
  getSubject: toSubject,
  settle: (cache, { data: { postId, commentId } }, { liked, likesCount }) =>
    updateCachedComment(cache, postId, commentId, (comment) => ({ ...comment, viewerLiked: liked, likesCount })),
  describeRefusal: () => t('comments.likeFailed'),
  onRefusal: 'drop',
}
registerOutboxKind(likeCommentAction)

/** `comment` is the version that was edited. */
export type EditCommentData = { postId: string; comment: CommentView; text: string }

/** Edits a comment of the viewer. What was written stays if the server refuses it. */
export const editCommentAction: OutboxKind<EditCommentData, ApiResponse<'PUT /posts/:id/comments/:commentId'>> = {
  name: 'edit-comment',
  plan: ({ postId, comment: { _id: commentId, editedAt = null }, text }) => ({
    lane: toLane(commentId),
    replaceKey: `edit comment ${commentId}`,
    requests: [
      { call: 'PUT /posts/:id/comments/:commentId', params: { id: postId, commentId }, body: { text, editedAt } },
    ],
    description: t('comments.waitingEdit', { text }),
  }),
  show: (cache, { data: { postId, comment, text } }) =>
    updateCachedComment(cache, postId, comment._id, (known) => ({
      ...known,
      text,
      facets: findFacets(text, location.origin),
    })),
  hide: (cache, { data: { postId, comment } }) =>
    updateCachedComment(cache, postId, comment._id, (known) => ({
      ...known,
      text: comment.text,
      facets: comment.facets,
    })),
  isShownIn: isCommentQuery,
  getSubject: toSubject,
  settle(cache, { data: { postId, comment } }, response) {
    replaceCachedPost(cache, response.post)
    const { text, facets, editedAt } = response.comment
    updateCachedComment(cache, postId, comment._id, (known) => ({ ...known, text, facets, editedAt }))
  },
  describeRefusal: ({ code, message }) => (code === 'comment_not_found' ? t('comments.gone') : message),
}
registerOutboxKind(editCommentAction)

type RemoveCommentData = { postId: string; commentId: string }

/** The time for which a deletion can be undone before it leaves the device. */
const UNDO_DELETE_MS = 5_000

/** `comment`: as it was, so that a cancelled deletion shows it again; entries of an earlier version lack it. */
type DeleteCommentData = RemoveCommentData & { comment?: CommentView }

/**
 * Deletes a comment of the viewer with the replies to it, which disappears at once and can be brought back for some seconds. One that is
 * gone already counts as deleted.
 */
export const deleteCommentAction: OutboxKind<
  DeleteCommentData,
  ApiResponse<'DELETE /posts/:id/comments/:commentId'>
> = {
  name: 'delete-comment',
  plan: ({ postId, commentId }) => ({
    lane: toLane(commentId),
    replaceKey: `delete comment ${commentId}`,
    holdMs: UNDO_DELETE_MS,
    requests: [
      {
        call: 'DELETE /posts/:id/comments/:commentId',
        params: { id: postId, commentId },
        doneCodes: ['comment_not_found', 'post_not_found'],
      },
    ],
    description: t('comments.waitingDelete'),
  }),
  show: (cache, { data: { postId, commentId } }) => removeCachedComment(cache, postId, commentId),
  hide(cache, { data: { postId, comment } }) {
    if (comment) restoreCachedComment(cache, postId, comment)
    refetchComments(cache, postId)
  },
  isShownIn: isCommentQuery,
  getSubject: toSubject,
  settle(cache, { data: { postId, commentId } }, response) {
    removeCachedComment(cache, postId, commentId)
    if (response?.post) replaceCachedPost(cache, response.post)
  },
  describeRefusal: () => t('comments.deleteFailed'),
  onRefusal: 'drop',
}
registerOutboxKind(deleteCommentAction)

/** Hides a comment on a post of the viewer, or shows it again, which undoes that. */
export const hideCommentAction: OutboxKind<
  RemoveCommentData & { isHidden: boolean },
  ApiResponse<'POST /posts/:id/comments/:commentId/hide'>
> = {
  name: 'hide-comment',
  plan: ({ postId, commentId, isHidden }) => ({
    lane: toLane(commentId),
    replaceKey: `hide comment ${commentId}`,
    requests: [
      {
        call: 'POST /posts/:id/comments/:commentId/hide',
        params: { id: postId, commentId },
        body: { state: isHidden },
      },
    ],
    description: t(isHidden ? 'comments.waitingHide' : 'comments.waitingShow'),
  }),
  isUndone: (earlier, later) => earlier.isHidden !== later.isHidden,
  show: (cache, { data: { postId, commentId, isHidden } }) => {
    if (isHidden) removeCachedComment(cache, postId, commentId)
  },
  hide: (cache, { data: { postId } }) => refetchComments(cache, postId),
  isShownIn: isCommentQuery,
  getSubject: toSubject,
  settle(cache, { data: { postId, commentId, isHidden } }, { post }) {
    replaceCachedPost(cache, post)
    if (isHidden) removeCachedComment(cache, postId, commentId)
    else refetchComments(cache, postId)
  },
  describeRefusal: () => t('comments.hideFailed'),
  onRefusal: 'drop',
}
registerOutboxKind(hideCommentAction)
