import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { Actor } from '../shapes/actor.ts'
import { PostSocketView } from '../shapes/post.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** Subject of all of these: the post, so that what happens to one post stays in order. */
export const postCreated = defineEvent({
  type: 'post.created',
  topic: 'posts',
  version: 1,
  data: z.object({ author: Actor, excerpt: z.string(), image: z.string(), createdAt: Timestamp, rev: Count }),
})

export const postDeleted = defineEvent({
  type: 'post.deleted',
  topic: 'posts',
  version: 1,
  data: z.object({ authorId: Id, rev: Count }),
})

const Moved = z.object({ authorId: Id, actor: Actor, view: PostSocketView, rev: Count })
export const postLiked = defineEvent({ type: 'post.liked', topic: 'posts', version: 1, data: Moved })
export const postUnliked = defineEvent({ type: 'post.unliked', topic: 'posts', version: 1, data: Moved })
export const postCommented = defineEvent({
  type: 'post.commented',
  topic: 'posts',
  version: 1,
  data: Moved.extend({ commentId: Id, excerpt: z.string() }),
})
