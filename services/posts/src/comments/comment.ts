import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { type Member, toMemberView } from '@meadow/members'
import { type ChangedPost, type Comment, createExcerpt, toPostSocketView } from '../posts/post.ts'

/** Order of a list of comments, by creation time and id. */
export type CommentOrder = 'newest' | 'oldest'

/** A comment to be stored, and the id of the event that announces it. */
export type NewComment = { _id: string; eventId: string; postId: string; by: Actor; text: string; createdAt: Date }

/** Returns a new comment as its author sees it. */
export const toOwnComment = ({ _id, text, createdAt }: NewComment, author: Member): Comment => ({
  _id,
  user: toMemberView(author, false),
  text,
  createdAt,
})

/** Creates the event of a new comment; `post` is the state of the post with it. */
export const toPostCommentedEvent = (
  { _id, eventId, postId, by, text, createdAt }: NewComment,
  post: ChangedPost,
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
    },
  })
