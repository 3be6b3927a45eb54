import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { Actor } from '../shapes/actor.ts'
import { PostSocketView } from '../shapes/post.ts'
import { Count, Id, Timestamp } from '../text.ts'

export const postCreated = defineEvent({
  type: 'post.created',
  topic: 'posts',
  version: 1,
  from: ['posts'],
  summary: 'A post was published',
  data: z.object({ author: Actor, excerpt: z.string(), image: z.string(), createdAt: Timestamp, rev: Count }),
})

export const postDeleted = defineEvent({
  type: 'post.deleted',
  topic: 'posts',
  version: 1,
  from: ['posts'],
  summary: 'A post is gone with its likes, comments and picture',
  data: z.object({ authorId: Id, rev: Count }),
})

const Moved = z.object({ authorId: Id, actor: Actor, view: PostSocketView, rev: Count })
export const postLiked = defineEvent({
  type: 'post.liked',
  topic: 'posts',
  version: 1,
  from: ['posts'],
  summary: 'A member likes a post',
  data: Moved,
})
export const postUnliked = defineEvent({
  type: 'post.unliked',
  topic: 'posts',
  version: 1,
  from: ['posts'],
  summary: 'A member likes a post no longer',
  data: Moved,
})
export const postCommented = defineEvent({
  type: 'post.commented',
  topic: 'posts',
  version: 1,
  from: ['posts'],
  summary: 'A member commented on a post',
  data: Moved.extend({ commentId: Id, excerpt: z.string() }),
})
