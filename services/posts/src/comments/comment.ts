import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { createExcerpt } from '../posts/excerpt.ts'
import type { ChangedPost } from '../posts/post.ts'

export type NewComment = { _id: string; postId: string; by: Actor; text: string; createdAt: Date }

/** What `by` says about a post, at that time. */
export const createComment = (postId: string, by: Actor, text: string, createdAt: Date): NewComment => ({
  _id: newId(createdAt),
  postId,
  by,
  text,
  createdAt,
})

/** The fact that a member commented. */
export const toPostCommentedEvent = (
  { _id, postId, by, text, createdAt }: NewComment,
  { authorId, view, rev }: ChangedPost,
): DomainEvent =>
  createEvent(events.postCommented, {
    source: 'posts',
    subject: postId,
    id: newId(createdAt),
    time: createdAt,
    data: { authorId, actor: by, view, rev, commentId: _id, excerpt: createExcerpt(text) },
  })
