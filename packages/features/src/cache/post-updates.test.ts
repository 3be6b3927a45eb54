import { describe, expect, it } from '@jest/globals'
import type { CommentView, MemberView, PostView, ServerToClientEvents } from '@meadow/contracts'
import fc from 'fast-check'
import { aComment, aPost, somebody } from '../testing/fixtures.ts'
import { applyPostUpdate, hasCommentGap, prependNewComments, type Viewer } from './post-updates.ts'
import type { CommentListData } from './query-keys.ts'

const SHOWN = 3
const members = [1, 2, 3, 4].map((number) => somebody({ username: `member${number}` }))
const viewer: Viewer = { _id: members[0]?._id as string, following: [members[1]?._id as string] }

type Act = { by: number; what: 'like' | 'unlike' | 'comment' }
const acts = fc.array(
  fc.record({ by: fc.nat(members.length - 1), what: fc.constantFrom('like', 'unlike', 'comment') }),
  { minLength: 1, maxLength: 30 },
)

/** Simulates a post on the server: the push after each action, and the response to a fetch. */
function keepPost() {
  const start = aPost()
  const likes: string[] = []
  const comments: CommentView[] = [] // oldest first
  let rev = start.rev
  const seen = (user: MemberView) => ({ ...user, isFollowing: viewer.following.includes(user._id) })

  const act = ({ by, what }: Act): ServerToClientEvents['postUpdated'] | undefined => {
    const member = members[by] as MemberView
    const at = likes.indexOf(member._id)
    if (what === (at >= 0 ? 'like' : 'unlike')) return undefined
    if (what === 'like') likes.unshift(member._id)
    if (what === 'unlike') likes.splice(at, 1)
    if (what === 'comment') comments.push(aComment({ user: member }))
    rev += 1
    return { ...state(), comments: told(), actorId: member._id }
  }
  const told = () => comments.slice(-SHOWN).map(({ user: { isFollowing: _, ...user }, ...rest }) => ({ ...rest, user }))
  const state = () => ({
    _id: start._id,
    likes: [...likes],
    likesCount: likes.length,
    commentsCount: comments.length,
    rev,
  })
  const answer = (): PostView => ({
    ...start,
    ...state(),
    comments: comments.slice(-SHOWN).map((comment) => ({ ...comment, user: seen(comment.user) })),
    viewerLiked: likes.includes(viewer._id),
  })
  const list = (): CommentListData => {
    const all = comments.map((comment) => ({ ...comment, user: seen(comment.user) })).reverse()
    return { pages: [{ comments: all, hasMore: false, nextCursor: null }], pageParams: [null] }
  }
  return { start, act, answer, list }
}

describe('postUpdated', () => {
  it('turns any cached post into the fresh response, in any order and with duplicates', () => {
    fc.assert(
      fc.property(acts, fc.infiniteStream(fc.nat()), (all, order) => {
        const post = keepPost()
        const told = all.map((each) => post.act(each as Act)).filter((each) => each !== undefined)
        const shuffled = [...told, ...told]
          .map((each) => ({ each, at: order.next().value as number }))
          .sort((one, other) => one.at - other.at)
        const cached = shuffled.reduce((known, { each }) => applyPostUpdate(known, each, viewer), post.start)
        expect(cached).toEqual(told.length > 0 ? post.answer() : post.start)
      }),
      { numRuns: 200 },
    )
  })

  it('turns the cached comments into the fresh list, or reports a possible gap', () => {
    fc.assert(
      fc.property(acts, fc.nat(2), (all, lost) => {
        const post = keepPost()
        let list = post.list()
        all.forEach((each, at) => {
          const told = post.act(each as Act)
          if (!told || at % (lost + 1) !== 0) return // the server coalesces some pushes into the next
          list = hasCommentGap(list, told) ? post.list() : prependNewComments(list, told, viewer)
          expect(list).toEqual(post.list())
        })
      }),
      { numRuns: 200 },
    )
  })

  it('of another member keeps the like of the viewer if the push does not list all likes', () => {
    const post = aPost({ viewerLiked: true, likesCount: 150, rev: 1 })
    const told = { ...toldOf(post), likes: ['x'], likesCount: 151, rev: 2, actorId: 'x' }
    expect(applyPostUpdate(post, told, viewer)).toMatchObject({ viewerLiked: true, likes: ['x', viewer._id] })
  })

  it('of the viewer on another device removes the like if the push does not list all likes', () => {
    const post = aPost({ viewerLiked: true, likesCount: 150, rev: 1 })
    const told = { ...toldOf(post), likes: ['x'], likesCount: 149, rev: 2, actorId: viewer._id }
    expect(applyPostUpdate(post, told, viewer).viewerLiked).toBe(false)
    expect(applyPostUpdate(post, { ...told, commentsCount: 1 }, viewer).viewerLiked).toBe(true)
  })
})

const toldOf = ({ _id, likes, likesCount, commentsCount, rev }: PostView) => ({
  _id,
  likes,
  likesCount,
  commentsCount,
  rev,
  comments: [],
  actorId: viewer._id,
})
