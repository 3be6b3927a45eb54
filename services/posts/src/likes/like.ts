import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import type { ChangedPost } from '../posts/post.ts'

export type Like = { postId: string; by: Actor; at: Date }

/** The fact that a member likes a post, or does not any more. */
export const toLikeEvent = (
  { postId, by, at }: Like,
  liked: boolean,
  { authorId, view, rev }: ChangedPost,
): DomainEvent =>
  createEvent(liked ? events.postLiked : events.postUnliked, {
    source: 'posts',
    subject: postId,
    id: newId(at),
    time: at,
    data: { authorId, actor: by, view, rev },
  })
