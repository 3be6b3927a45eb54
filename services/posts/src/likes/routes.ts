import { calls } from '@meadow/contracts'
import { claimsActor } from '@meadow/members'
import { type Served, serve } from '@meadow/service'
import { findPost } from '../posts/find-post.ts'
import type { PostRepository } from '../posts/post-repository.ts'
import { toPostView } from '../posts/view.ts'
import { likeChanged } from './like.ts'
import type { LikeRepository } from './like-repository.ts'

type Parts = { likes: LikeRepository; posts: PostRepository; now: () => Date; announced: () => void }

export function likeCalls(parts: Parts): Served[] {
  return [
    serve(calls.likePost, async ({ member, params, body }) => {
      const like = { postId: params.id, by: claimsActor(member), at: parts.now() }
      const { liked, changed } = await parts.likes.set(like, body?.state, (now, moved) => likeChanged(like, now, moved))
      if (changed) parts.announced()
      const post = await findPost(parts, params.id, { _id: member.sub })
      return { liked, likesCount: post.likesCount, post: toPostView(post) }
    }),
  ]
}
