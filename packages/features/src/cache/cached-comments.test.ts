import { expect, it } from '@jest/globals'
import { aComment } from '../testing/fixtures.ts'
import { addNewComments, hasCommentGap } from './cached-comments.ts'

it('leaves a list, oldest first, as it is until its end is loaded', () => {
  const list = { pages: [{ comments: [aComment()], hasMore: true, nextCursor: 'next' }], pageParams: [null] }
  expect(addNewComments(list, 'oldest', [aComment()])).toBe(list)
  expect(hasCommentGap(list, 'oldest', [aComment()], 30)).toBe(false)
  expect(hasCommentGap(list, 'newest', [aComment()], 30)).toBe(true)
})
