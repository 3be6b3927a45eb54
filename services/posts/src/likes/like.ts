import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { announce } from '@meadow/events'
import { newId } from '@meadow/service'
import type { Moved } from '../posts/post.ts'

export type Like = { postId: string; by: Actor; at: Date }

/** The fact that a member likes a post, or does not any more. */
export const likeChanged = ({ postId, by, at }: Like, liked: boolean, { authorId, view, rev }: Moved): DomainEvent =>
  announce(liked ? events.postLiked : events.postUnliked, {
    source: 'posts',
    subject: postId,
    id: newId(at),
    time: at,
    data: { authorId, actor: by, view, rev },
  })
