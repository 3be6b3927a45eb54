import { calls } from '@meadow/contracts'
import {
  type AssertWordsAllowed,
  callerToViewer,
  claimsToActor,
  type NewMemberBrake,
  type Viewer,
} from '@meadow/members'
import {
  type CallRoute,
  type Claims,
  DomainError,
  serve,
  type Throttle,
  type ThrottleLimit,
  toKeysetPage,
  toKeysetWindow,
  withThrottle,
} from '@meadow/service'
import type { FacetDeps } from '../mentions/read-text-facets.ts'
import { createMuteRuleReader, type MuteRuleDeps, markMutedComments } from '../muting/unmuted-posts.ts'
import { type Comment, toCommentView, toPostView } from '../posts/post.ts'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import { addComment, editComment } from './add-comment.ts'
import type { CommentRepository } from './comment-repository.ts'

export type CommentRoutesDeps = FacetDeps &
  MuteRuleDeps & {
    comments: CommentRepository
    posts: PostRepository
    assertWordsAllowed: AssertWordsAllowed
    brakeNewMember: NewMemberBrake
    throttle: Throttle
    limits: { comments: ThrottleLimit }
    newId: (at: Date) => string
    now: () => Date
  }

type CommentParams = { id: string; commentId: string }

export function createCommentRoutes(deps: CommentRoutesDeps): CallRoute[] {
  const readMuteRules = createMuteRuleReader(deps)
  const toChange = (member: Claims, { id: postId, commentId }: CommentParams) => {
    const at = deps.now()
    return { postId, commentId, by: claimsToActor(member), at, eventId: deps.newId(at) }
  }
  /** @throws comment_not_found */
  async function requireComment({ id: postId, commentId }: CommentParams, viewer: Viewer): Promise<Comment> {
    const comment = await deps.comments.find({ postId, id: commentId }, viewer)
    if (!comment) throw new DomainError('comment_not_found')
    return comment
  }

  return [
    serve(calls.addComment, async ({ member, params, body, key }) => {
      await deps.assertWordsAllowed({ text: body.text })
      const input = { postId: params.id, ...body, isModerator: member.role !== 'member' }
      const add = () => addComment(deps, claimsToActor(member), input, key)
      const addOnce = () => deps.brakeNewMember('comments', member.sub, add)
      const comment = await withThrottle(deps.throttle, deps.limits.comments, member.sub, addOnce)
      const viewer = callerToViewer(member)
      const post = await getPost(deps.posts, params.id, viewer)
      return { post: toPostView(post, viewer), comment: toCommentView(comment) }
    }),

    serve(calls.listComments, async ({ member, params, query }) => {
      const viewer = callerToViewer(member)
      const [comments, rules] = await Promise.all([
        deps.comments.list(params.id, viewer, toKeysetWindow(query), query),
        readMuteRules(viewer),
      ])
      const { page, hasMore, nextCursor } = toKeysetPage(comments, query.limit)
      return { comments: markMutedComments(page, rules).map(toCommentView), hasMore, nextCursor }
    }),

    serve(calls.getComment, async ({ member, params }) => {
      const viewer = callerToViewer(member)
      const comment = await requireComment(params, viewer)
      const parent = comment.parentId ? await requireComment({ ...params, commentId: comment.parentId }, viewer) : null
      return { comment: toCommentView(comment), parent: parent && toCommentView(parent) }
    }),

    serve(calls.editComment, async ({ member, params, body }) => {
      await deps.assertWordsAllowed({ text: body.text })
      const { id: postId, commentId } = params
      const editedAt = body.editedAt === null ? null : new Date(body.editedAt)
      await editComment(deps, claimsToActor(member), { postId, commentId, text: body.text, editedAt })
      const viewer = callerToViewer(member)
      const comment = toCommentView(await requireComment(params, viewer))
      return { post: toPostView(await getPost(deps.posts, postId, viewer), viewer), comment }
    }),

    serve(calls.deleteComment, async ({ member, params }) => {
      await deps.comments.delete(toChange(member, params))
      const viewer = callerToViewer(member)
      return { post: toPostView(await getPost(deps.posts, params.id, viewer), viewer) }
    }),

    serve(calls.hideComment, async ({ member, params, body }) => {
      await deps.comments.setHidden(toChange(member, params), body.state)
      const viewer = callerToViewer(member)
      return { post: toPostView(await getPost(deps.posts, params.id, viewer), viewer) }
    }),

    serve(calls.likeComment, async ({ member, params, body }) => {
      await deps.comments.setLike(toChange(member, params), body.state)
      const comment = await requireComment(params, callerToViewer(member))
      return { liked: body.state, likesCount: comment.likesCount, comment: toCommentView(comment) }
    }),
  ]
}
