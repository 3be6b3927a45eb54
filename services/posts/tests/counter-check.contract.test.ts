import { expect, it, jest } from '@jest/globals'
import { createTestMember, describeOnEachEngine, type TestMember } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import fc from 'fast-check'
import { CHECKED_POSTS_PER_BATCH } from '../src/counters/counter-check.ts'
import {
  createCommentChange,
  createLikeChange,
  createNewComment,
  createNewPost,
  createNewShare,
  createPostDeletion,
  createShareRemoval,
  nextMoment,
  storeOpeners,
} from './repository-fixtures.ts'

/** More than one transaction on MongoDB checks. */
const MANY_COMMENTS = 220

jest.setTimeout(180_000) // many runs, perhaps on a busy machine

describeOnEachEngine(storeOpeners, (open) => {
  async function setUp() {
    const opened = await open()
    const relations = createTestRelations(opened.members, nextMoment)
    const members: TestMember[] = []
    for (let n = 0; n < 4; n++) members.push(await relations.addMember(createTestMember()))
    const checkAll = async () => {
      const results = []
      do results.push(await opened.counterChecker.checkBatch(nextMoment()))
      while (results.at(-1)?.hasMore)
      return {
        checked: results.reduce((sum, { checked }) => sum + checked, 0),
        repaired: Object.assign({}, ...results.map(({ repaired }) => repaired)),
      }
    }
    return { ...opened, members, checkAll }
  }

  it('finds nothing to repair after any sequence of changes', async () => {
    await using opened = await setUp()
    const { members, posts, likes, comments, shares, checkAll } = opened
    const step = fc.record({
      do: fc.constantFrom(
        'like',
        'unlike',
        'comment',
        'reply',
        'like comment',
        'hide',
        'delete comment',
        'share',
        'quote',
        'unshare',
        'delete',
      ),
      by: fc.nat(3),
      which: fc.nat(5),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const [author] = members as [TestMember]
        const targets = [createNewPost(author), createNewPost(author)]
        for (const post of targets) await posts.add(post)
        const added: ReturnType<typeof createNewComment>[] = []
        for (const { do: kind, by: index, which } of steps) {
          const by = members[index] ?? author
          const post = targets[which % 2] ?? createNewPost(author)
          const comment = added[which % Math.max(1, added.length)]
          const apply = async () => {
            if (kind === 'like' || kind === 'unlike') await likes.set(createLikeChange(post._id, by), kind === 'like')
            if (kind === 'comment' || (kind === 'reply' && comment)) {
              const parent = kind === 'reply' ? comment : undefined
              const one = {
                ...createNewComment(parent?.postId ?? post._id, by),
                ...(parent && { parentId: parent._id }),
              }
              await comments.add(one)
              added.push(one)
            }
            if (kind === 'like comment' && comment) await comments.setLike(createCommentChange(comment, by), true)
            if (kind === 'hide' && comment) await comments.setHidden(createCommentChange(comment, author), true)
            if (kind === 'delete comment' && comment) await comments.delete(createCommentChange(comment, by))
            if (kind === 'share' || kind === 'quote')
              await shares.add(createNewShare(post._id, by, kind === 'quote' ? 'Look' : ''))
            if (kind === 'unshare') await shares.remove(createShareRemoval(post._id, by))
            if (kind === 'delete' && which === 5) await posts.delete(createPostDeletion(post._id, author))
          }
          await apply().catch((error) => {
            if (!('code' in error)) throw error // a rule may refuse the change
          })
        }
        expect((await checkAll()).repaired).toEqual({})
      }),
      { numRuns: 15 },
    )
  })

  it('repairs each count that is wrong, once, and knows when a post was last checked', async () => {
    await using opened = await setUp()
    const { members, posts, likes, comments, counterChecker, inspect, checkAll } = opened
    const [author, other] = members as [TestMember, TestMember]
    const [wrong, right] = [createNewPost(author), createNewPost(author)]
    for (const post of [wrong, right]) await posts.add(post)
    await likes.set(createLikeChange(wrong._id, other), true)
    const comment = createNewComment(wrong._id, other)
    await comments.add(comment)
    await comments.add({ ...createNewComment(wrong._id, author), parentId: comment._id })
    expect(await counterChecker.findLastCheck(wrong._id)).toBeUndefined()
    await inspect.spoilCounts(wrong._id)
    expect(await checkAll()).toEqual({
      checked: 2,
      repaired: { likes: 1, comments: 1, shares: 1, comment_likes: 2, replies: 2 },
    })
    expect(await checkAll()).toEqual({ checked: 2, repaired: {} })
    const [after] = await posts.findMany([wrong._id], author)
    expect(after).toMatchObject({ likesCount: 1, commentsCount: 2, sharesCount: 0 })
    const [first] = await comments.list(wrong._id, author, { limit: 5, after: undefined, skip: 0 }, { order: 'oldest' })
    expect(first).toMatchObject({ likesCount: 0, repliesCount: 1 })
    const checkedAt = await counterChecker.findLastCheck(wrong._id)
    expect(checkedAt).toEqual(await counterChecker.findLastCheck(right._id))
    const later = createNewPost(author)
    await posts.add(later)
    expect(await counterChecker.findLastCheck(later._id)).toBeUndefined()
    await posts.delete(createPostDeletion(right._id, author))
    await checkAll()
    const times = [wrong, later].map(({ _id }) => counterChecker.findLastCheck(_id))
    for (const time of await Promise.all(times)) expect(time?.getTime()).toBeGreaterThan(checkedAt?.getTime() ?? 0)
  })

  it('repairs the counts of many comments, some at a time', async () => {
    await using opened = await setUp()
    const { members, posts, comments, inspect, checkAll } = opened
    const [author] = members as [TestMember]
    const post = createNewPost(author)
    await posts.add(post)
    const first = createNewComment(post._id, author)
    await comments.add(first)
    const replies = Array.from({ length: MANY_COMMENTS }, () => createNewComment(post._id, author))
    for (const reply of replies) await comments.add({ ...reply, parentId: first._id })
    await comments.setLike(createCommentChange(replies.at(-1) ?? first, author), true)
    expect((await checkAll()).repaired).toEqual({})
    await inspect.spoilCounts(post._id)
    const all = MANY_COMMENTS + 1
    expect((await checkAll()).repaired).toMatchObject({ comment_likes: all, replies: all })
    expect((await checkAll()).repaired).toEqual({})
    const page = { limit: 1, after: undefined, skip: 0 }
    expect(await comments.list(post._id, author, page, { order: 'oldest' })).toMatchObject([
      { repliesCount: MANY_COMMENTS },
    ])
    const newest = { order: 'newest', parentId: first._id } as const
    expect((await comments.list(post._id, author, page, newest))[0]).toMatchObject({ likesCount: 1 })
  })

  it('knows the first like, comment and share that a post counts', async () => {
    await using opened = await setUp()
    const { members, posts, likes, comments, shares, counterChecker } = opened
    const [author, one, two] = members as [TestMember, TestMember, TestMember]
    const post = createNewPost(author)
    await posts.add(post)
    const none = { likes: undefined, comments: undefined, shares: undefined }
    expect(await counterChecker.findFirstTimes(post._id)).toEqual(none)
    const [like, laterLike] = [createLikeChange(post._id, one), createLikeChange(post._id, two)]
    const comment = createNewComment(post._id, one)
    const [share, laterShare] = [createNewShare(post._id, one, ''), createNewShare(post._id, two, 'Look')]
    for (const change of [like, laterLike]) await likes.set(change, true)
    for (const added of [comment, createNewComment(post._id, two)]) await comments.add(added)
    for (const added of [share, laterShare]) await shares.add(added)
    const first = { likes: like.at, comments: comment.createdAt, shares: share.createdAt }
    expect(await counterChecker.findFirstTimes(post._id)).toEqual(first)
    await likes.set(createLikeChange(post._id, one), false)
    await shares.remove(createShareRemoval(post._id, one))
    const second = { ...first, likes: laterLike.at, shares: laterShare.createdAt }
    expect(await counterChecker.findFirstTimes(post._id)).toEqual(second)
  })

  it('goes on after the last post of a batch, and begins again after all', async () => {
    await using opened = await setUp()
    const { members, posts, counterChecker } = opened
    const [author] = members as [TestMember]
    const all = Array.from({ length: CHECKED_POSTS_PER_BATCH + 1 }, () => createNewPost(author))
    for (const post of all) await posts.add(post)
    const check = () => counterChecker.checkBatch(nextMoment())
    expect(await check()).toEqual({ checked: CHECKED_POSTS_PER_BATCH, repaired: {}, hasMore: true })
    const [first, last] = [all[0]?._id ?? '', all.at(-1)?._id ?? '']
    const firstCheck = await counterChecker.findLastCheck(first)
    expect([firstCheck, await counterChecker.findLastCheck(last)]).toEqual([expect.any(Date), undefined])
    expect(await check()).toEqual({ checked: 1, repaired: {}, hasMore: false })
    expect(await counterChecker.findLastCheck(first)).toEqual(firstCheck)
    expect(await counterChecker.findLastCheck(last)).toEqual(expect.any(Date))
    expect(await check()).toMatchObject({ checked: CHECKED_POSTS_PER_BATCH })
    expect((await counterChecker.findLastCheck(first))?.getTime()).toBeGreaterThan(firstCheck?.getTime() ?? 0)
    const twice = await Promise.all([check(), check()])
    expect(twice.reduce((sum, { checked }) => sum + checked, 0)).toBeGreaterThan(0)
  })
})
