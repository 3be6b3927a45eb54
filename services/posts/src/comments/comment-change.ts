import { type Actor, type DomainEvent, events, type TextFacet } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { Member } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { toMentionedIds } from '../mentions/read-text-facets.ts'
import { type ChangedPost, checkPostChange, toPostSocketView } from '../posts/changed-post.ts'
import { createExcerpt } from '../posts/post.ts'

/** The change of a comment by a member, and the id of its event. */
export type CommentChange = { postId: string; commentId: string; by: Actor; at: Date; eventId: string }

/** A new text. `editedAt` is that of the version that was edited. */
export type CommentEdit = CommentChange & { text: string; facets: TextFacet[]; editedAt: Date | null }

/** A stored comment that the member who changes it may see. */
export type StoredComment = {
  _id: string
  authorId: string
  parentId: string | null
  editedAt: Date | null
  likesCount: number
  rev: number
}

/**
 * The database state for the change of a comment: the account of the member; the author of the post; if the member may see the post; the
 * comment, undefined if there is none that the member may see.
 */
export type CommentChangeContext = {
  memberState: Member['state'] | undefined
  post: { authorId: string } | undefined
  isVisible: boolean
  comment: StoredComment | undefined
}

/** @throws forbidden when the member's account is not active; post_not_found; comment_not_found */
function requireComment({ memberState, post, isVisible, comment }: CommentChangeContext): StoredComment {
  const checked = checkPostChange(post, { memberState, isVisible })
  if ('error' in checked) throw checked.error
  if (!comment) throw new DomainError('comment_not_found')
  return comment
}

function requireOwnComment(context: CommentChangeContext, { by }: CommentChange): StoredComment {
  const comment = requireComment(context)
  if (comment.authorId !== by._id) throw new DomainError('not_your_comment')
  return comment
}

/**
 * Decides whether a member may edit a comment as it is stored.
 * @throws the errors of `requireComment`; not_your_comment; edited_elsewhere when there is a newer version
 */
export function checkCommentEdit(context: CommentChangeContext, edit: CommentEdit): StoredComment {
  const comment = requireOwnComment(context, edit)
  if (comment.editedAt?.getTime() !== edit.editedAt?.getTime()) throw new DomainError('edited_elsewhere')
  return comment
}

/** Decides whether a member may delete a comment. @throws the errors of `requireComment`; not_your_comment */
export const checkCommentDeletion = requireOwnComment

/**
 * Decides whether a member may hide comments on a post or show them again, which its author may.
 * @throws forbidden when the account is not active; post_not_found; not_your_post
 */
export function checkCommentHiding(
  { memberState, post, isVisible }: CommentChangeContext,
  { by }: CommentChange,
): void {
  const checked = checkPostChange(post, { memberState, isVisible })
  if ('error' in checked) throw checked.error
  if (checked.post.authorId !== by._id) throw new DomainError('not_your_post')
}

/** The comment after a like or unlike, and its event; undefined if nothing changes. */
export type CommentLikePlan = { likesCount: number; rev: number; event: DomainEvent } | undefined

/** Plans a like (true) or unlike of a comment. @throws the errors of `requireComment` */
export function planCommentLike(
  context: CommentChangeContext & { isLiker: boolean },
  { postId, commentId, by, at, eventId }: CommentChange,
  isLiked: boolean,
): CommentLikePlan {
  const comment = requireComment(context)
  if (context.isLiker === isLiked) return undefined
  const likesCount = Math.max(0, comment.likesCount + (isLiked ? 1 : -1))
  const rev = comment.rev + 1
  const event = createEvent(isLiked ? events.commentLiked : events.commentUnliked, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: {
      authorId: context.post?.authorId ?? '',
      commentId,
      commentAuthorId: comment.authorId,
      actor: by,
      likesCount,
      rev,
    },
  })
  return { likesCount, rev, event }
}

/** Creates the event of an edit; `post` is the state after it. */
export const toCommentEditedEvent = (
  { postId, commentId, by, at, eventId, text, facets }: CommentEdit,
  post: ChangedPost,
): DomainEvent =>
  createEvent(events.commentEdited, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: {
      ...toChangedPostData(post),
      commentId,
      commentAuthorId: by._id,
      text,
      ...(facets.length > 0 && { facets }),
      excerpt: createExcerpt(text),
      editedAt: at.toISOString(),
      ...toMentionedIds(facets),
    },
  })

/** Creates the event of a deletion; `post` is the state after it. */
export const toCommentDeletedEvent = (
  { postId, commentId, by, at, eventId }: CommentChange,
  post: ChangedPost,
): DomainEvent =>
  createEvent(events.commentDeleted, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: { ...toChangedPostData(post), commentId, commentAuthorId: by._id },
  })

/** Creates the event of a comment that was hidden, removed by moderators or shown again; `post` is the state after it. */
export const toCommentHiddenEvent = (
  { postId, commentId, at, eventId }: Omit<CommentChange, 'by'>,
  isHidden: boolean,
  post: ChangedPost,
): DomainEvent =>
  createEvent(isHidden ? events.postCommentHidden : events.postCommentShown, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: { ...toChangedPostData(post), commentId },
  })

const toChangedPostData = (post: ChangedPost) => ({
  authorId: post.authorId,
  view: toPostSocketView(post),
  rev: post.rev,
})

/** The members who hide a comment. With neither, it is hidden because the comment to which it replies is. */
export type HiddenBy = { moderators: boolean; host: boolean }
