import { expect, it } from '@jest/globals'
import { mayComment } from './comment-audience.ts'

const [author, reader] = [{ _id: 'author' }, { _id: 'reader' }]
const post = { authorId: author._id, facets: [{ start: 0, end: 7, memberId: reader._id }] }
const UNKNOWN = { isFollowedByAuthor: false }
const FOLLOWED = { isFollowedByAuthor: true }

it.each([
  ['everyone', UNKNOWN, true],
  ['following', UNKNOWN, false],
  ['following', FOLLOWED, true],
  ['mentioned', UNKNOWN, true],
] as const)('%s: a member with %j may comment: %s', (commentAudience, relation, expected) => {
  expect(mayComment({ ...post, commentAudience }, reader, relation)).toBe(expected)
})

it('a member whom the text does not mention may not comment if only the mentioned may, also if the author follows them', () => {
  const facets = [{ start: 0, end: 5, tag: 'walk' }]
  expect(mayComment({ ...post, commentAudience: 'mentioned', facets }, reader, FOLLOWED)).toBe(false)
})

it('the author and moderators always may, and guests never', () => {
  for (const commentAudience of ['everyone', 'following', 'mentioned'] as const) {
    const chosen = { ...post, facets: [], commentAudience }
    expect(mayComment(chosen, author, UNKNOWN)).toBe(true)
    expect(mayComment(chosen, { ...reader, isModerator: true }, UNKNOWN)).toBe(true)
    expect(mayComment(chosen, undefined, UNKNOWN)).toBe(false)
  }
})
