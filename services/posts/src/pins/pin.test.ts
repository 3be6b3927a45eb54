import { describe, expect, it } from '@jest/globals'
import { createTestMember } from '@meadow/testing'
import { type PinnablePost, planPostPin } from './pin.ts'

const author = createTestMember()
const post: PinnablePost = { authorId: author._id, rev: 7, isVisible: true, isPlainShare: false, isPinned: false }
const pin = (isPinned = true, by = author) => ({
  postId: '019d0000-0000-7000-8000-000000000001',
  by: { ...by, profileVersion: 0 },
  isPinned,
  at: new Date(0),
  eventId: '019d0000-0000-7000-8000-000000000002',
})

describe('planPostPin', () => {
  it('tells of a change, and of nothing else', () => {
    const data = { authorId: author._id, isPinned: true, rev: 8 }
    expect(planPostPin(post, pin())).toMatchObject({ rev: 8, event: { type: 'post.pinned', data } })
    expect(planPostPin({ ...post, isPinned: true }, pin(false))).toMatchObject({ event: { data: { isPinned: false } } })
    expect(planPostPin({ ...post, isPinned: true }, pin())).toBeUndefined()
    expect(planPostPin(post, pin(false))).toBeUndefined()
  })

  it.each([
    ['a post that does not exist', undefined, 'post_not_found'],
    ['a hidden post', { ...post, isVisible: false }, 'post_not_found'],
    ['a share without a comment', { ...post, isPlainShare: true }, 'post_not_found'],
    ['a post of another', { ...post, authorId: createTestMember()._id }, 'not_your_post'],
  ])('refuses %s', (_, refused, code) => {
    expect(() => planPostPin(refused, pin())).toThrow(expect.objectContaining({ code }))
  })
})
