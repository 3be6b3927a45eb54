import { calls } from '@meadow/contracts'
import { type AssertWordsAllowed, callerToViewer, claimsToActor, type NewMemberBrake } from '@meadow/members'
import {
  type CallRoute,
  serve,
  type Throttle,
  type ThrottleLimit,
  toKeysetPage,
  toKeysetWindow,
  withThrottle,
} from '@meadow/service'
import type { FacetDeps } from '../mentions/read-text-facets.ts'
import { toCommentView, toPostView } from '../posts/post.ts'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import { addComment } from './add-comment.ts'
import type { CommentRepository } from './comment-repository.ts'

export type CommentRoutesDeps = FacetDeps & {
  comments: CommentRepository
  posts: PostRepository
  assertWordsAllowed: AssertWordsAllowed
  brakeNewMember: NewMemberBrake
  throttle: Throttle
  limits: { comments: ThrottleLimit }
  newId: (at: Date) => string
  now: () => Date
}

export function createCommentRoutes(deps: CommentRoutesDeps): CallRoute[] {
  return [
    serve(calls.addComment, async ({ member, params, body, key }) => {
      await deps.assertWordsAllowed({ text: body.text })
      const input = { postId: params.id, text: body.text }
      const add = () => addComment(deps, claimsToActor(member), input, key)
      const addOnce = () => deps.brakeNewMember('comments', member.sub, add)
      const comment = await withThrottle(deps.throttle, deps.limits.comments, member.sub, addOnce)
      const viewer = callerToViewer(member)
      const post = await getPost(deps.posts, params.id, viewer)
      return { post: toPostView(post, viewer), comment: toCommentView(comment) }
    }),

    serve(calls.listComments, async ({ member, params, query }) => {
      const comments = await deps.comments.list(params.id, callerToViewer(member), toKeysetWindow(query), query.order)
      const { page, hasMore, nextCursor } = toKeysetPage(comments, query.limit)
      return { comments: page.map(toCommentView), hasMore, nextCursor }
    }),
  ]
}
