import { expect, it } from '@jest/globals'
import { aPost } from '@meadow/features/testing'
import { findWordPlaces, listFoundWords } from './highlight-posts.ts'

it('lists the words that a search found, by post, in code points', () => {
  const post = aPost({ content: '😀 Sorrel and sorrel soup' })
  const ranges = [
    { start: 2, end: 8 },
    { start: 13, end: 19 },
    { start: 13, end: 19 },
  ]
  const page = {
    posts: [post],
    highlights: [{ postId: post._id, ranges }],
    tags: [],
    pagination: { hasMore: false },
    nextCursor: null,
  }
  expect(listFoundWords([page])).toEqual(new Map([[post._id, ['Sorrel', 'sorrel']]]))
})

it.each([
  ['a party of art', 'art', [11]],
  ['art, art', 'art', [0, 5]],
  ['今日は東京都', '東京', [3]],
  ['#art and 👍', '#art', [0]],
  ['nothing', '', []],
])('finds in %j the word %j at %j', (text, word, places) => {
  expect(findWordPlaces(text, word)).toEqual(places)
})
