import { expect, it } from '@jest/globals'
import { alice, bob, carol, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import request from 'supertest'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(() => openPosts({ allowsGuests: true }))

it('the numbers of a post are explained by the days of their first and the time of their last check', async () => {
  const { as, app, addPost, addComment, ports, now } = await getPosts()
  const post = await addPost({ by: alice })
  const path = `/posts/${post._id}/counts`
  const firstDays = { likes: null, comments: null, shares: null }
  expect((await as(bob).get(path)).body).toEqual({ firstDays, checkedAt: null })
  await as(bob).post(`/posts/${post._id}/like`).send({ state: true })
  await addComment(post, bob, 'Lovely!')
  const at = now()
  while ((await ports.counterChecker.checkBatch(at)).hasMore);
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  const explained = { firstDays: { likes: day, comments: day, shares: null }, checkedAt: at.toISOString() }
  expect((await as(carol).get(path)).body).toEqual(explained)
  expect((await request(app).get(path)).body).toEqual(explained) // a guest
})

it('the numbers of a post that the member cannot see are not explained', async () => {
  const { as, app, addMember, addPost, block, setPrivate } = await getPosts()
  const dave = await addMember()
  const post = await addPost({ by: dave })
  await block(dave, bob)
  expect(await as(bob).get(`/posts/${post._id}/counts`)).toMatchObject({ status: 404 })
  await setPrivate(dave, true)
  expect(await as(carol).get(`/posts/${post._id}/counts`)).toMatchObject({ status: 404 })
  expect(await request(app).get(`/posts/${post._id}/counts`)).toMatchObject({ status: 404 })
  expect(await as(carol).get(`/posts/${UNKNOWN_ID}/counts`)).toMatchObject({ status: 404 })
  expect(await as(carol).get('/posts/x/counts')).toMatchObject({ status: 400 })
})

it('the lists of who likes and shares a post say when each of them did', async () => {
  const { as, addPost } = await getPosts()
  const post = await addPost({ by: alice })
  await as(bob).post(`/posts/${post._id}/like`).send({ state: true })
  await as(bob).post(`/posts/${post._id}/share`)
  for (const list of ['likes', 'shares'])
    expect((await as(carol).get(`/posts/${post._id}/${list}`)).body.members).toMatchObject([
      { _id: bob._id, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    ])
})
