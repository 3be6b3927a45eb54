import { describe, expect, it } from '@jest/globals'
import { createTestMember, type TestMember } from '@meadow/testing'
import { type LikeContext, type LikedPost, planLikeBatch } from './like-batch.ts'

const POST_ID = '019d0000-0000-7000-8000-000000000001'
const [author, dora, emil] = [createTestMember(), createTestMember(), createTestMember()]
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second))

const createPost = (newestLikers: LikedPost['newestLikers'] = []): LikedPost => ({
  authorId: author._id,
  rev: 7,
  likesCount: newestLikers.length,
  newestLikers,
  comments: [],
  commentsCount: 0,
  sharesCount: 0,
})

let eventNumber = 0
function request(by: TestMember, state: boolean | undefined, second: number, context: Partial<LikeContext> = {}) {
  eventNumber += 1
  const eventId = `019d0000-0000-7000-8000-${String(eventNumber).padStart(12, '0')}`
  const change = { postId: POST_ID, by: { ...by, profileVersion: 0 }, at: at(second), eventId }
  return { change, state, memberState: 'active' as const, isVisible: true, isLiker: false, ...context }
}

type LikeEvent = { type: string; data: { rev: number; view: { likes: string[]; likesCount: number } } }
const summarize = (events: readonly unknown[]) =>
  (events as LikeEvent[]).map(({ type, data: { rev, view } }) => [type, rev, view.likesCount, view.likes])

describe('planLikeBatch', () => {
  it('gives each change a rev and an event with the post after it', () => {
    const plan = planLikeBatch(createPost(), [request(dora, true, 1), request(emil, undefined, 2)])
    expect(plan).toMatchObject({ outcomes: [{ value: true }, { value: true }], rev: 9, likesCount: 2, removed: [] })
    expect(plan.added).toEqual([
      { memberId: dora._id, createdAt: at(1) },
      { memberId: emil._id, createdAt: at(2) },
    ])
    expect(summarize(plan.events)).toEqual([
      ['post.liked', 8, 1, [dora._id]],
      ['post.liked', 9, 2, [emil._id, dora._id]],
    ])
  })

  it('resolves repeated and contradictory requests of a member in their order', () => {
    const requests = [true, true, undefined, false, undefined].map((state, index) => request(dora, state, index))
    const plan = planLikeBatch(createPost(), requests)
    expect(plan.outcomes.map((outcome) => 'value' in outcome && outcome.value)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect(summarize(plan.events)).toEqual([
      ['post.liked', 8, 1, [dora._id]],
      ['post.unliked', 9, 0, []],
      ['post.liked', 10, 1, [dora._id]],
    ])
    expect(plan).toMatchObject({ likesCount: 1, added: [{ memberId: dora._id, createdAt: at(4) }], removed: [] })
  })

  it('removes and replaces likes that are stored', () => {
    const stored = { memberId: dora._id, createdAt: at(0) }
    const unliked = planLikeBatch(createPost([stored]), [request(dora, undefined, 1, { isLiker: true })])
    expect(unliked).toMatchObject({ outcomes: [{ value: false }], likesCount: 0, added: [], removed: [dora._id] })
    const again = [false, true].map((state, index) => request(dora, state, index + 1, { isLiker: true }))
    expect(planLikeBatch(createPost([stored]), again)).toMatchObject({
      likesCount: 1,
      rev: 9,
      added: [{ memberId: dora._id, createdAt: at(2) }],
      removed: [],
    })
  })

  it('changes nothing if the like is as requested', () => {
    const plan = planLikeBatch(createPost(), [request(dora, false, 1), request(emil, true, 2, { isLiker: true })])
    expect(plan).toMatchObject({ outcomes: [{ value: false }, { value: true }], rev: 7, likesCount: 0, events: [] })
    expect(plan).toMatchObject({ added: [], removed: [] })
  })

  it('refuses alone who may not like the post, and reports unknown members', () => {
    const plan = planLikeBatch(createPost(), [
      request(author, true, 1, { memberState: 'deactivated' }),
      request(emil, true, 2, { isVisible: false }),
      request(emil, true, 3, { memberState: undefined }),
      request(dora, true, 4),
    ])
    expect(plan.outcomes).toMatchObject([
      { error: { code: 'forbidden' } },
      { error: { code: 'post_not_found' } },
      { value: 'unknown-member' },
      { value: true },
    ])
    expect(plan.added).toMatchObject([{ memberId: dora._id }])
    const missing = planLikeBatch(undefined, [request(dora, true, 1)])
    expect(missing).toMatchObject({ outcomes: [{ error: { code: 'post_not_found' } }], events: [], added: [] })
  })

  it('shows the newest 100 likers, the next older one after one of them is removed', () => {
    const likers = Array.from({ length: 102 }, (_, index) => ({
      memberId: createTestMember()._id,
      createdAt: at(200 - index),
    }))
    const plan = planLikeBatch(createPost(likers), [
      request({ ...dora, _id: likers[50]?.memberId ?? '' }, false, 300, { isLiker: true }),
      request(emil, true, 199), // its clock is behind the newest
    ])
    const ids = likers.map(({ memberId }) => memberId)
    const [unliked, liked] = (plan.events as unknown as LikeEvent[]).map(({ data }) => data.view)
    expect(unliked).toMatchObject({ likesCount: 101, likes: ids.toSpliced(50, 1).slice(0, 100) })
    expect(liked?.likes).toHaveLength(100)
    expect(liked?.likes[0]).toBe(ids[0])
    expect([ids[1], emil._id].toSorted()).toEqual(liked?.likes.slice(1, 3).toSorted())
  })
})
