import { calls } from '@meadow/contracts'
import { callerToViewer, claimsToActor } from '@meadow/members'
import { type CallRoute, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { toPostView } from '../posts/post.ts'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import type { LikeRepository } from './like-repository.ts'

export type LikeRoutesDeps = {
  likes: LikeRepository
  posts: PostRepository
  newId: (at: Date) => string
  now: () => Date
}

export function createLikeRoutes(deps: LikeRoutesDeps): CallRoute[] {
  return [
    serve(calls.likePost, async ({ member, params, body }) => {
      const at = deps.now()
      const change = { postId: params.id, by: claimsToActor(member), at, eventId: deps.newId(at) }
      const liked = await deps.likes.set(change, body?.state)
      const viewer = callerToViewer(member)
      const post = await getPost(deps.posts, params.id, viewer)
      return { liked, likesCount: post.likesCount, post: toPostView(post, viewer) }
    }),

    serve(calls.listPostLikes, async ({ member, params, query }) => {
      const viewer = callerToViewer(member)
      await getPost(deps.posts, params.id, viewer) // only of what the member can see
      const likers = await deps.likes.listLikers(params.id, viewer, toKeysetWindow(query))
      const { page, hasMore, nextCursor } = toKeysetPage(likers, query.limit)
      return {
        members: page.map(({ member, createdAt }) => ({ ...member, at: createdAt.toISOString() })),
        hasMore,
        nextCursor,
      }
    }),
  ]
}
