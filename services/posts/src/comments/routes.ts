import { calls } from '@meadow/contracts'
import { claimsActor } from '@meadow/members'
import { counted, type Served, serve, type Throttle, toPage, toWindow } from '@meadow/service'
import type { Limits } from '../limits.ts'
import { findPost } from '../posts/find-post.ts'
import type { PostRepository } from '../posts/post-repository.ts'
import { toCommentView, toPostView } from '../posts/view.ts'
import { commented, commentOn } from './comment.ts'
import type { CommentRepository } from './comment-repository.ts'

type Parts = {
  comments: CommentRepository
  posts: PostRepository
  throttle: Throttle
  limits: Limits
  now: () => Date
  announced: () => void
}

export function commentCalls(parts: Parts): Served[] {
  return [
    serve(calls.addComment, async ({ member, params, body, key }) => {
      const said = commentOn(params.id, claimsActor(member), body.text, parts.now())
      const add = () => parts.comments.add(said, (moved) => commented(said, moved), key)
      const comment = await counted(parts.throttle, parts.limits.comments, member.sub, add)
      parts.announced()
      const post = await findPost(parts, params.id, { _id: member.sub })
      return { post: toPostView(post), comment: toCommentView(comment) }
    }),

    serve(calls.listComments, async ({ member, params, query }) => {
      const found = await parts.comments.list(params.id, { _id: member.sub }, toWindow(query))
      const { page, hasMore, nextCursor } = toPage(found, query.limit)
      return { comments: page.map(toCommentView), hasMore, nextCursor }
    }),
  ]
}
