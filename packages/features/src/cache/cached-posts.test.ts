import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { aPage, aPost } from '../testing/fixtures.ts'
import { updateCachedPost } from './cached-posts.ts'
import { type PostListData, queryKeys } from './query-keys.ts'

it('changes a post, and keeps the identity of other posts, pages and lists', () => {
  const cache = createQueryClient()
  const [first, second, third, elsewhere] = [aPost(), aPost(), aPost(), aPost()]
  const all = { pages: [aPage([first, second], 'more'), aPage([third])], pageParams: [null, 'more'] }
  const other = { pages: [aPage([elsewhere])], pageParams: [null] }
  cache.setQueryData<PostListData>(queryKeys.postList('all'), all)
  cache.setQueryData<PostListData>(queryKeys.postList('following'), other)

  updateCachedPost(cache, first._id, (post) => ({ ...post, likesCount: 9 }))

  const now = cache.getQueryData<PostListData>(queryKeys.postList('all'))
  expect(now?.pages[0]?.posts[0]?.likesCount).toBe(9)
  expect(now?.pages[0]?.posts[1]).toBe(second)
  expect(now?.pages[1]).toBe(all.pages[1])
  expect(cache.getQueryData(queryKeys.postList('following'))).toBe(other)
})
