import { calls } from '@meadow/contracts'
import { claimsActor } from '@meadow/members'
import { counted, type Served, serve, type Throttle } from '@meadow/service'
import type { Limits } from '../limits.ts'
import { findPost } from './find-post.ts'
import { deleted } from './post.ts'
import type { PostRepository } from './post-repository.ts'
import { publishPost } from './publish-post.ts'
import { toPostView } from './view.ts'

type Parts = {
  posts: PostRepository
  throttle: Throttle
  limits: Limits
  now: () => Date
  /** Events wait in the outbox. */
  announced: () => void
  /** Files wait to be removed. */
  released: () => void
}

export function postCalls(parts: Parts): Served[] {
  return [
    serve(calls.createPost, async ({ member, body, key }) => {
      const publish = () => publishPost(parts, member, body, key)
      const post = await counted(parts.throttle, parts.limits.posts, member.sub, publish)
      parts.announced()
      return toPostView(post)
    }),

    serve(calls.getPost, async ({ member, params }) => {
      return toPostView(await findPost(parts, params.id, { _id: member.sub }))
    }),

    serve(calls.deletePost, async ({ member, params }) => {
      const at = parts.now()
      await parts.posts.remove(params.id, claimsActor(member), at, (gone) => deleted(params.id, gone, at))
      parts.announced()
      parts.released()
      return { ok: true as const }
    }),
  ]
}
