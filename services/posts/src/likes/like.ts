import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { type ChangedPost, toPostSocketView } from '../posts/changed-post.ts'

/** The like or unlike of a post by a member, and the id of its event. */
export type LikeChange = { postId: string; by: Actor; at: Date; eventId: string }

/** Creates the event of a like or unlike; `post` is the state of the post after it. */
export const toLikeEvent = ({ postId, by, at, eventId }: LikeChange, liked: boolean, post: ChangedPost): DomainEvent =>
  createEvent(liked ? events.postLiked : events.postUnliked, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: { authorId: post.authorId, actor: by, view: toPostSocketView(post), rev: post.rev },
  })
