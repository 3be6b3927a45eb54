import { type Actor, type DomainEvent, events, type TextFacet } from '@meadow/contracts'
import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import { type Member, toActor, toMemberView } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { toMentionedIds } from '../mentions/read-text-facets.ts'
import { type ChangedPost, checkPostChange, toPostSocketView } from '../posts/changed-post.ts'
import { type Comment, createExcerpt } from '../posts/post.ts'

/** Order of a list of comments, by creation time and id. */
export type CommentOrder = 'newest' | 'oldest'

/** A comment to be stored, and the id of the event that announces it. */
export type NewComment = {
  _id: string
  eventId: string
  postId: string
  by: Actor
  /** `by` is a moderator or admin. */
  isModerator: boolean
  text: string
  facets: TextFacet[]
  createdAt: Date
  /** The comment or reply that it answers; missing if it is not a reply. */
  parentId?: string | undefined
}

/** A comment that a new reply answers: its author, and the comment to which it replies itself, if it does. */
export type RepliedComment = { _id: string; authorId: string; parentId: string | null }

/**
 * The database state for a new comment: its author; if the author may see the post; if this comment is stored already; and the comment
 * that it answers, undefined if there is none that its author may see.
 */
export type CommentContext = {
  member: Member | undefined
  isVisible: boolean
  isStored: boolean
  answered?: RepliedComment | undefined
}

export type CommentPlan = {
  /** The comment as its author sees it. */
  comment: Comment
  /** The reply of the same comment that it answers; null if it is not a reply, or answers the comment. */
  replyToId: string | null
  /** The post with the comment, and the event to append; undefined if the comment is stored already. */
  change: { post: ChangedPost; event: DomainEvent } | undefined
}

/**
 * Plans a new comment. `post` is undefined if it does not exist.
 * @throws forbidden when the author's account is not active; post_not_found; comment_not_found when there is no comment to reply to
 */
export function planComment(
  post: ChangedPost | undefined,
  newComment: NewComment,
  { member, isVisible, isStored, answered }: CommentContext,
): CommentPlan {
  const checked = checkPostChange(post && member && { ...post, member }, { memberState: member?.state, isVisible })
  if ('error' in checked) throw checked.error
  const { member: author, ...current } = checked.post
  if (newComment.parentId && !answered && !isStored) throw new DomainError('comment_not_found')
  const { _id, text, facets, createdAt } = newComment
  const parentId = answered ? (answered.parentId ?? answered._id) : null
  const replyToId = answered?.parentId ? answered._id : null
  const comment = {
    ...NO_ACTIVITY,
    _id,
    user: toMemberView(author, false),
    text,
    facets,
    createdAt,
    parentId,
    replies: [],
  }
  if (isStored) return { comment, replyToId, change: undefined }
  const changed: ChangedPost = {
    ...current,
    rev: current.rev + 1,
    comments: addNewestComment(current.comments, {
      _id,
      user: toActor(author),
      text,
      facets,
      createdAt,
      parentId,
      editedAt: null,
    }),
    commentsCount: current.commentsCount + 1,
  }
  const reply = answered && parentId ? { parentId, repliedToId: answered.authorId } : undefined
  return { comment, replyToId, change: { post: changed, event: toPostCommentedEvent(newComment, changed, reply) } }
}

/** The fields of a comment before anybody replies to it, likes or edits it. */
const NO_ACTIVITY = { replyTo: null, editedAt: null, likesCount: 0, viewerLiked: false, repliesCount: 0 }

/** Adds a comment to the newest ones of a post, oldest first by time and id, and keeps as many as a view shows. */
export const addNewestComment = <C extends { _id: string; createdAt: Date }>(newest: readonly C[], added: C): C[] =>
  [...newest, added]
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one._id < other._id ? -1 : 1))
    .slice(-MAX_POST_COMMENTS_IN_VIEW)

const toPostCommentedEvent = (
  { _id, eventId, postId, by, text, facets, createdAt }: NewComment,
  post: ChangedPost,
  reply: { parentId: string; repliedToId: string } | undefined,
): DomainEvent =>
  createEvent(events.postCommented, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: createdAt,
    data: {
      authorId: post.authorId,
      actor: by,
      view: toPostSocketView(post),
      rev: post.rev,
      commentId: _id,
      excerpt: createExcerpt(text),
      ...toMentionedIds(facets),
      ...reply,
    },
  })
