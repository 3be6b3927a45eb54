import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { announce } from '@meadow/events'
import { newId } from '@meadow/service'
import { excerptOf } from '../posts/excerpt.ts'
import type { Moved } from '../posts/post.ts'

export type NewComment = { _id: string; postId: string; by: Actor; text: string; createdAt: Date }

/** What `by` says about a post, at that time. */
export const commentOn = (postId: string, by: Actor, text: string, createdAt: Date): NewComment => ({
  _id: newId(createdAt),
  postId,
  by,
  text,
  createdAt,
})

/** The fact that a member commented. */
export const commented = (
  { _id, postId, by, text, createdAt }: NewComment,
  { authorId, view, rev }: Moved,
): DomainEvent =>
  announce(events.postCommented, {
    source: 'posts',
    subject: postId,
    id: newId(createdAt),
    time: createdAt,
    data: { authorId, actor: by, view, rev, commentId: _id, excerpt: excerptOf(text) },
  })
