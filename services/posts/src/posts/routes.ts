import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type CallRoute, serve, type Throttle, type ThrottleLimit, withThrottle } from '@meadow/service'
import { createPost } from './create-post.ts'
import { toPostView } from './post.ts'
import { getPost, type PostRepository } from './post-repository.ts'

export type PostRoutesDeps = {
  posts: PostRepository
  throttle: Throttle
  limits: { posts: ThrottleLimit }
  newId: (at: Date) => string
  now: () => Date
  /** Starts the media cleanup at once, because files were queued for removal. */
  wakeMediaCleanup: () => void
}

export function createPostRoutes(deps: PostRoutesDeps): CallRoute[] {
  return [
    serve(calls.createPost, async ({ member, body, key }) => {
      const publish = () => createPost(deps, claimsToActor(member), body, key)
      const post = await withThrottle(deps.throttle, deps.limits.posts, member.sub, publish)
      return toPostView(post)
    }),

    serve(calls.getPost, async ({ member, params }) => {
      return toPostView(await getPost(deps.posts, params.id, { _id: member.sub }))
    }),

    serve(calls.deletePost, async ({ member, params }) => {
      const at = deps.now()
      const deletion = { postId: params.id, by: claimsToActor(member), at, eventId: deps.newId(at) }
      await deps.posts.delete(deletion)
      deps.wakeMediaCleanup()
      return { ok: true as const }
    }),
  ]
}
