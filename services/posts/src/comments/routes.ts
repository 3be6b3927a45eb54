import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type CallRoute, serve, type Throttle, toKeysetPage, toKeysetWindow, withThrottle } from '@meadow/service'
import { getPost } from '../posts/find-post.ts'
import type { PostRepository } from '../posts/post-repository.ts'
import { toCommentView, toPostView } from '../posts/post-view.ts'
import type { PublishingLimits } from '../publishing-limits.ts'
import { createComment, toPostCommentedEvent } from './comment.ts'
import type { CommentRepository } from './comment-repository.ts'

type Parts = {
  comments: CommentRepository
  posts: PostRepository
  throttle: Throttle
  limits: PublishingLimits
  now: () => Date
}

export function commentCalls(parts: Parts): CallRoute[] {
  return [
    serve(calls.addComment, async ({ member, params, body, key }) => {
      const said = createComment(params.id, claimsToActor(member), body.text, parts.now())
      const add = () => parts.comments.add(said, (moved) => toPostCommentedEvent(said, moved), key)
      const comment = await withThrottle(parts.throttle, parts.limits.comments, member.sub, add)
      const post = await getPost(parts, params.id, { _id: member.sub })
      return { post: toPostView(post), comment: toCommentView(comment) }
    }),

    serve(calls.listComments, async ({ member, params, query }) => {
      const found = await parts.comments.list(params.id, { _id: member.sub }, toKeysetWindow(query))
      const { page, hasMore, nextCursor } = toKeysetPage(found, query.limit)
      return { comments: page.map(toCommentView), hasMore, nextCursor }
    }),
  ]
}
