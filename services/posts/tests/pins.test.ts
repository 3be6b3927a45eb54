import { expect, it } from '@jest/globals'
import { alice, bob, shareAcrossTests } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

it('the pinned post comes with the first page of a profile, for those who may see it', async () => {
  const { as, addMember, addPost, block, setPrivate } = await getPosts()
  const dave = await addMember()
  const [pinned] = [await addPost({ by: dave, content: 'Hold on to this' }), await addPost({ by: dave })]
  const list = async (by = bob, query = '') => (await as(by).get(`/posts/user/${dave.username}${query}`)).body
  expect(await list()).not.toHaveProperty('pinnedPost')
  expect(await as(dave).post(`/posts/${pinned._id}/pin`).send({ state: true })).toMatchObject({
    status: 200,
    body: { isPinned: true },
  })
  const first = await list(bob, '?limit=1')
  expect(first).toMatchObject({
    pinnedPost: { _id: pinned._id, content: 'Hold on to this' },
    posts: [{ content: 'A post' }],
  })
  expect(await list(bob, `?limit=1&cursor=${first.nextCursor}`)).not.toHaveProperty('pinnedPost')
  for (const filter of ['media', 'liked']) expect(await list(bob, `?filter=${filter}`)).not.toHaveProperty('pinnedPost')
  await setPrivate(dave, true)
  expect(await list()).not.toHaveProperty('pinnedPost')
  expect(await list(dave)).toHaveProperty('pinnedPost')
  await setPrivate(dave, false)
  await block(dave, bob)
  expect(await list()).not.toHaveProperty('pinnedPost')
  await as(dave).delete(`/posts/${pinned._id}`)
  expect(await list(dave)).not.toHaveProperty('pinnedPost')
})

it('only the author pins a post, with a state', async () => {
  const { as, addPost } = await getPosts()
  const post = await addPost({ by: alice })
  expect(await as(bob).post(`/posts/${post._id}/pin`).send({ state: true })).toMatchObject({
    status: 403,
    body: { code: 'not_your_post' },
  })
  for (const body of [{}, { state: 'yes' }, { state: null }, { state: 1 }])
    expect(await as(alice).post(`/posts/${post._id}/pin`).send(body)).toMatchObject({ status: 400 })
})
