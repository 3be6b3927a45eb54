import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type CallRoute, serve, type Throttle, withThrottle } from '@meadow/service'
import type { PublishingLimits } from '../publishing-limits.ts'
import { createPost } from './create-post.ts'
import { getPost } from './find-post.ts'
import { toPostDeletedEvent } from './post.ts'
import type { PostRepository } from './post-repository.ts'
import { toPostView } from './post-view.ts'

type Parts = {
  posts: PostRepository
  throttle: Throttle
  limits: PublishingLimits
  now: () => Date
  /** Files wait to be removed. */
  released: () => void
}

export function postCalls(parts: Parts): CallRoute[] {
  return [
    serve(calls.createPost, async ({ member, body, key }) => {
      const publish = () => createPost(parts, member, body, key)
      const post = await withThrottle(parts.throttle, parts.limits.posts, member.sub, publish)
      return toPostView(post)
    }),

    serve(calls.getPost, async ({ member, params }) => {
      return toPostView(await getPost(parts, params.id, { _id: member.sub }))
    }),

    serve(calls.deletePost, async ({ member, params }) => {
      const at = parts.now()
      await parts.posts.remove(params.id, claimsToActor(member), at, (gone) => toPostDeletedEvent(params.id, gone, at))
      parts.released()
      return { ok: true as const }
    }),
  ]
}
