import { expect, it } from '@jest/globals'
import { alice, bob, carol, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

it('a bookmark is made, listed, moved and removed, and nobody learns of it', async () => {
  const { as, addPost, publishedEvents } = await getPosts()
  const post = await addPost({ by: alice })
  const made = await as(bob).post(`/posts/${post._id}/bookmark`).send({ folder: ' Later ' })
  expect(made).toMatchObject({ status: 200, body: { post: { _id: post._id, viewerBookmarked: true } } })
  const list = async (query = '') => (await as(bob).get(`/posts/bookmarks${query}`)).body
  expect(await list()).toMatchObject({ posts: [{ _id: post._id }], pagination: { hasMore: false }, nextCursor: null })
  expect((await list('?folder=Later')).posts).toHaveLength(1)
  expect((await list('?folder=Other')).posts).toEqual([])
  expect((await as(bob).get('/posts/bookmarks/folders')).body).toEqual({ folders: [{ name: 'Later', count: 1 }] })
  expect((await as(carol).get('/posts/bookmarks')).body.posts).toEqual([])
  expect((await as(alice).get(`/posts/${post._id}`)).body).not.toHaveProperty('viewerBookmarked')
  for (let n = 0; n < 2; n++)
    expect(await as(bob).delete(`/posts/${post._id}/bookmark`)).toMatchObject({ status: 200, body: { ok: true } })
  expect((await list()).posts).toEqual([])
  expect(await publishedEvents(post)).toHaveLength(1)
})

it('posts that one may not see cannot be bookmarked, and bad folders are refused', async () => {
  const { as, addPost, addMember, block } = await getPosts()
  const dave = await addMember()
  const post = await addPost({ by: dave })
  await block(dave, carol)
  expect(await as(carol).post(`/posts/${post._id}/bookmark`)).toMatchObject({ status: 404 })
  expect(await as(bob).post(`/posts/${UNKNOWN_ID}/bookmark`)).toMatchObject({ status: 404 })
  for (const folder of ['x'.repeat(51), 'nul \0', 1, null, ['a']])
    expect(await as(bob).post(`/posts/${post._id}/bookmark`).send({ folder })).toMatchObject({ status: 400 })
  expect(await as(bob).get('/posts/bookmarks?cursor=nonsense')).toMatchObject({ status: 400 })
})
