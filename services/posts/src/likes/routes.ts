import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type CallRoute, serve } from '@meadow/service'
import { getPost } from '../posts/find-post.ts'
import type { PostRepository } from '../posts/post-repository.ts'
import { toPostView } from '../posts/post-view.ts'
import { toLikeEvent } from './like.ts'
import type { LikeRepository } from './like-repository.ts'

type Parts = { likes: LikeRepository; posts: PostRepository; now: () => Date }

export function likeCalls(parts: Parts): CallRoute[] {
  return [
    serve(calls.likePost, async ({ member, params, body }) => {
      const like = { postId: params.id, by: claimsToActor(member), at: parts.now() }
      const { liked } = await parts.likes.set(like, body?.state, (now, moved) => toLikeEvent(like, now, moved))
      const post = await getPost(parts, params.id, { _id: member.sub })
      return { liked, likesCount: post.likesCount, post: toPostView(post) }
    }),
  ]
}
