import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { waitFor } from '@testing-library/react'
import { aComment, aPage, aPost } from '../testing/fixtures.ts'
import { addCachedPost, replaceCachedPost, updateCachedPost } from './cached-posts.ts'
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

it('keeps a new post in a list that was being fetched when it was added', async () => {
  const cache = createQueryClient()
  const queryKey = queryKeys.postList('all')
  const [known, added] = [aPost(), aPost()]
  const toList = (...posts: (typeof known)[]): PostListData => ({ pages: [aPage(posts)], pageParams: [null] })
  cache.setQueryData<PostListData>(queryKey, toList(known))
  const older = Promise.withResolvers<PostListData>()
  const responses = [older.promise, Promise.resolve(toList(added, known))]
  const queryFn = () => responses.shift() as Promise<PostListData>
  const fetching = cache.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => undefined) // it is cancelled

  addCachedPost(cache, added)
  older.resolve(toList(known))
  await fetching
  await waitFor(() => expect(cache.isFetching()).toBe(0))
  expect(responses).toEqual([])
  expect(cache.getQueryData(queryKey)).toEqual(toList(added, known))
})

it('keeps what the viewer mutes muted when the response to an action brings the post', () => {
  const cache = createQueryClient()
  const [muted, shown, added] = [aComment({ isMuted: true }), aComment(), aComment()]
  const post = aPost({ isMuted: true, comments: [muted, shown] })
  cache.setQueryData(queryKeys.post(post._id), post)
  const { isMuted: _, ...response } = post
  const { isMuted: __, ...unmarked } = muted
  replaceCachedPost(cache, { ...response, rev: post.rev + 1, comments: [unmarked, shown, added] })
  expect(cache.getQueryData(queryKeys.post(post._id))).toEqual({
    ...{ ...post, rev: post.rev + 1 },
    comments: [muted, shown, added],
  })
})
