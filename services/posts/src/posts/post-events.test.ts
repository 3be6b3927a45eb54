import { describe, expect, it } from '@jest/globals'
import { alice } from '@meadow/testing'
import { createExcerpt, toPostSocketView } from './post-events.ts'

describe('createExcerpt', () => {
  it('returns short texts unchanged', () => {
    expect(createExcerpt('Lovely!')).toBe('Lovely!')
    expect(createExcerpt('')).toBe('')
  })

  it('cuts between graphemes', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(createExcerpt(family.repeat(141))).toBe(family.repeat(140))
    expect(createExcerpt('e\u0301'.repeat(200))).toBe('e\u0301'.repeat(140))
  })
})

describe('toPostSocketView', () => {
  it('contains the newest likers and comments with times as text, and no author', () => {
    const user = { ...alice, profileVersion: 0 }
    const comments = [{ _id: 'one', user, text: 'Lovely!', createdAt: new Date('2026-03-01T12:00:00Z') }]
    const post = { authorId: alice._id, rev: 2, likes: [alice._id], likesCount: 1, comments, commentsCount: 1 }
    expect(toPostSocketView(post)).toEqual({
      likes: [alice._id],
      likesCount: 1,
      comments: [{ _id: 'one', user, text: 'Lovely!', createdAt: '2026-03-01T12:00:00.000Z' }],
      commentsCount: 1,
    })
  })
})
