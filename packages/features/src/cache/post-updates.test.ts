import { describe, expect, it } from '@jest/globals'
import type { CommentView, MemberView, PostView, ServerToClientEvents } from '@meadow/contracts/browser'
import fc from 'fast-check'
import { aComment, aPost, somebody } from '../testing/fixtures.ts'
import { addNewComments, hasCommentGap } from './cached-comments.ts'
import { applyPostUpdate, toViewerComment, type Viewer } from './post-updates.ts'
import type { CommentListData, CommentOrder } from './query-keys.ts'

const MAX_PUSHED_COMMENTS = 3
const members = [1, 2, 3, 4].map((number) => somebody({ username: `member${number}` }))
const viewer: Viewer = { _id: members[0]?._id as string, following: [members[1]?._id as string] }

type PostAction = { by: number; what: 'like' | 'unlike' | 'comment' }
const actionSequences = fc.array(
  fc.record({ by: fc.nat(members.length - 1), what: fc.constantFrom('like', 'unlike', 'comment') }),
  { minLength: 1, maxLength: 30 },
)

/** Simulates a post on the server: the push after each action, and the response to a fetch. */
function simulateServerPost() {
  const start = aPost()
  const likes: string[] = []
  const comments: CommentView[] = [] // oldest first
  let rev = start.rev
  const toVisibleMember = (user: MemberView) => ({ ...user, isFollowing: viewer.following.includes(user._id) })

  const act = ({ by, what }: PostAction): ServerToClientEvents['postUpdated'] | undefined => {
    const member = members[by] as MemberView
    const at = likes.indexOf(member._id)
    if (what === (at >= 0 ? 'like' : 'unlike')) return undefined
    if (what === 'like') likes.unshift(member._id)
    if (what === 'unlike') likes.splice(at, 1)
    if (what === 'comment') comments.push(aComment({ user: member }))
    rev += 1
    return { ...state(), comments: toPushedComments(), actorId: member._id }
  }
  const toPushedComments = () =>
    comments.slice(-MAX_PUSHED_COMMENTS).map(({ user: { isFollowing: _, ...user }, ...rest }) => ({ ...rest, user }))
  const state = () => ({
    _id: start._id,
    likes: [...likes],
    likesCount: likes.length,
    commentsCount: comments.length,
    rev,
  })
  const response = (): PostView => ({
    ...start,
    ...state(),
    comments: comments
      .slice(-MAX_PUSHED_COMMENTS)
      .map((comment) => ({ ...comment, user: toVisibleMember(comment.user) })),
    viewerLiked: likes.includes(viewer._id),
  })
  const list = (order: CommentOrder): CommentListData => {
    const all = comments.map((comment) => ({ ...comment, user: toVisibleMember(comment.user) }))
    if (order === 'newest') all.reverse()
    return { pages: [{ comments: all, hasMore: false, nextCursor: null }], pageParams: [null] }
  }
  return { start, act, response, list }
}

describe('postUpdated', () => {
  it('adds, keeps and removes the preview of a link', () => {
    const { likes, comments, likesCount, commentsCount, ...post } = aPost()
    const linkPreview = { url: 'https://example.com/', title: 'A page', description: '', site: '' }
    const push = { _id: post._id, likes, comments: [], likesCount, commentsCount, actorId: post._id }
    const start = { ...post, likes, comments, likesCount, commentsCount }
    const previewed = applyPostUpdate(start, { ...push, rev: post.rev + 1, linkPreview }, viewer)
    expect(previewed).toEqual({ ...start, rev: post.rev + 1, linkPreview })
    const liked = applyPostUpdate(previewed, { ...push, rev: post.rev + 2 }, viewer)
    expect(liked.linkPreview).toEqual(linkPreview)
    expect(applyPostUpdate(liked, { ...push, rev: post.rev + 1, linkPreview: null }, viewer)).toBe(liked)
    const hidden = applyPostUpdate(
      liked,
      { ...push, rev: post.rev + 3, linkPreview: null, isLinkPreviewRemoved: true },
      viewer,
    )
    expect(hidden.isLinkPreviewRemoved).toBe(true)
    expect(hidden).not.toHaveProperty('linkPreview')
    expect(applyPostUpdate(hidden, { ...push, rev: post.rev + 4 }, viewer).isLinkPreviewRemoved).toBe(true)
    const removed = applyPostUpdate(liked, { ...push, rev: post.rev + 3, linkPreview: null }, viewer)
    expect(removed).toEqual({ ...start, rev: post.rev + 3 })
  })

  it('turns any cached post into the fresh response, in any order and with duplicates', () => {
    fc.assert(
      fc.property(actionSequences, fc.infiniteStream(fc.nat()), (all, order) => {
        const post = simulateServerPost()
        const pushes = all.map((each) => post.act(each as PostAction)).filter((each) => each !== undefined)
        const shuffled = [...pushes, ...pushes]
          .map((each) => ({ each, at: order.next().value as number }))
          .sort((one, other) => one.at - other.at)
        const cached = shuffled.reduce((known, { each }) => applyPostUpdate(known, each, viewer), post.start)
        expect(cached).toEqual(pushes.length > 0 ? post.response() : post.start)
      }),
      { numRuns: 200 },
    )
  })

  it.each(['oldest', 'newest'] as const)(
    'turns the comments, %s first, into the fresh list, or reports a gap',
    (order) => {
      fc.assert(
        fc.property(actionSequences, fc.nat(2), (all, lost) => {
          const post = simulateServerPost()
          let list = post.list(order)
          all.forEach((each, at) => {
            const push = post.act(each as PostAction)
            if (!push || at % (lost + 1) !== 0) return // the server coalesces some pushes into the next
            const pushed = push.comments.map((comment) => toViewerComment(viewer, comment))
            const hasGap = hasCommentGap(list, order, pushed, push.commentsCount)
            list = hasGap ? post.list(order) : addNewComments(list, order, pushed)
            expect(list).toEqual(post.list(order))
          })
        }),
        { numRuns: 200 },
      )
    },
  )

  it('of another member keeps the like of the viewer if the push does not list all likes', () => {
    const post = aPost({ viewerLiked: true, likesCount: 150, rev: 1 })
    const push = { ...toPush(post), likes: ['x'], likesCount: 151, rev: 2, actorId: 'x' }
    expect(applyPostUpdate(post, push, viewer)).toMatchObject({ viewerLiked: true, likes: ['x', viewer._id] })
  })

  it('of the viewer on another device removes the like if the push does not list all likes', () => {
    const post = aPost({ viewerLiked: true, likesCount: 150, rev: 1 })
    const push = { ...toPush(post), likes: ['x'], likesCount: 149, rev: 2, actorId: viewer._id }
    expect(applyPostUpdate(post, push, viewer).viewerLiked).toBe(false)
    expect(applyPostUpdate(post, { ...push, commentsCount: 1 }, viewer).viewerLiked).toBe(true)
  })
})

it('a push keeps the comments muted that were muted before', () => {
  const [muted, shown] = [aComment({ isMuted: true }), aComment()]
  const post = aPost({ comments: [muted, shown], commentsCount: 2, rev: 1 })
  const { isMuted: _, ...pushed } = muted
  const push = { ...toPush(post), comments: [pushed, shown], rev: 2 }
  expect(applyPostUpdate(post, push, viewer).comments.map(({ isMuted }) => isMuted)).toEqual([true, undefined])
})

const toPush = ({ _id, likes, likesCount, commentsCount, rev }: PostView) => ({
  _id,
  likes,
  likesCount,
  commentsCount,
  rev,
  comments: [],
  actorId: viewer._id,
})

describe('the text of a push', () => {
  const post = aPost({ rev: 5, content: 'Old', editedAt: '2026-05-01T12:00:05.000Z' })
  const push = {
    ...{ _id: post._id, likes: [], comments: [], likesCount: 0, commentsCount: 0, actorId: post._id },
    ...{ content: 'New', facets: [{ start: 0, end: 3, tag: 'new' }], editedAt: '2026-05-01T12:00:06.000Z' },
  }

  it('replaces the text of the post, and its facets', () => {
    expect(applyPostUpdate(post, { ...push, rev: 6 }, viewer)).toMatchObject({ content: 'New', rev: 6, facets: [{}] })
    expect(
      applyPostUpdate({ ...post, facets: push.facets }, { ...push, facets: undefined, rev: 6 }, viewer),
    ).toMatchObject({
      content: 'New',
      facets: undefined,
    })
  })

  it('is applied after a later push without a text, and never replaces a newer text', () => {
    expect(applyPostUpdate({ ...post, rev: 7 }, { ...push, rev: 6 }, viewer)).toMatchObject({ content: 'New', rev: 7 })
    const newer = { ...post, rev: 7, editedAt: '2026-05-01T12:00:07.000Z' }
    expect(applyPostUpdate(newer, { ...push, rev: 6 }, viewer)).toBe(newer)
    const { content: _, facets: __, editedAt: ___, ...like } = push
    expect(applyPostUpdate(post, { ...like, rev: 6 }, viewer)).toMatchObject({ content: 'Old', rev: 6 })
  })
})
