import { expect, it } from '@jest/globals'
import type { CommentView } from '@meadow/contracts/browser'
import { createQueryClient } from '@meadow/web'
import { aComment, aPost } from '../testing/fixtures.ts'
import { removeCachedComment, restoreCachedComment } from './changed-comments.ts'
import { type CommentListData, type CommentOrder, queryKeys } from './query-keys.ts'

const comments = ['a', 'b', 'c', 'd'].map((_id) => aComment({ _id, text: _id }))
const [a, b, c, d] = comments as [CommentView, CommentView, CommentView, CommentView]

function openCache(lists: Partial<Record<CommentOrder, [pages: CommentView[][], hasMore: boolean]>>) {
  const cache = createQueryClient()
  const post = aPost({ comments: [b, c, d], commentsCount: 4 })
  cache.setQueryData(queryKeys.post(post._id), post)
  for (const [order, [pages, hasMore]] of Object.entries(lists))
    cache.setQueryData(queryKeys.commentList(post._id, order as CommentOrder), {
      pages: pages.map((page, index) => ({
        comments: page,
        hasMore: index < pages.length - 1 || hasMore,
        nextCursor: null,
      })),
      pageParams: pages.map(() => null),
    })
  const read = (order: CommentOrder) =>
    cache
      .getQueryData<CommentListData>(queryKeys.commentList(post._id, order))
      ?.pages.map((page) => page.comments.map(({ _id }) => _id).join(''))
  const readPost = () =>
    (cache.getQueryData(queryKeys.post(post._id)) as typeof post).comments.map(({ _id }) => _id).join('')
  return { cache, post, read, readPost }
}

it.each([a, b, c, d])('puts a comment back to its place', (comment) => {
  const { cache, post, read, readPost } = openCache({
    oldest: [[[a, b], [c, d]], false], // biome-ignore format: pages
    newest: [[[d, c], [b, a]], false], // biome-ignore format: pages
  })
  removeCachedComment(cache, post._id, comment._id)
  for (const _again of [1, 2]) restoreCachedComment(cache, post._id, comment)
  expect(read('oldest')?.join('')).toBe('abcd')
  expect(read('newest')?.join('')).toBe('dcba')
  expect(readPost()).toBe('bcd')
})

it('does not put a comment into pages that are not loaded', () => {
  const { cache, post, read, readPost } = openCache({ oldest: [[[a]], true], newest: [[[d, c]], true] })
  restoreCachedComment(cache, post._id, aComment({ _id: 'a5' }))
  expect(read('oldest')).toEqual(['a'])
  expect(read('newest')).toEqual(['dc'])
  removeCachedComment(cache, post._id, 'd')
  restoreCachedComment(cache, post._id, d)
  expect(readPost()).toBe('bcd')
})

it('puts a reply back below its comment', () => {
  const reply = aComment({ _id: 'r', parentId: 'a' })
  const { cache, post } = openCache({ oldest: [[[{ ...a, replies: [reply], repliesCount: 1 }]], false] })
  const readThread = () =>
    cache.getQueryData<CommentListData>(queryKeys.commentList(post._id, 'oldest'))?.pages[0]?.comments[0]
  removeCachedComment(cache, post._id, 'r')
  expect(readThread()).toMatchObject({ replies: [], repliesCount: 0 })
  restoreCachedComment(cache, post._id, reply)
  expect(readThread()).toMatchObject({ replies: [reply], repliesCount: 1 })
})
