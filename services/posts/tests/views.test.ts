import { expect, it } from '@jest/globals'
import { alice, bob, carol, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { VIEWS_LIMIT } from '../src/views/view.ts'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

it('views are counted by a batch, and read with the days of the first and the last', async () => {
  const { as, addPost, outboxSize } = await getPostsWithOutbox()
  const [one, two] = [await addPost({ by: alice }), await addPost({ by: bob })]
  const before = await outboxSize()
  const response = await as(bob)
    .post('/posts/views')
    .send({ ids: [one._id, two._id] })
  expect(response).toMatchObject({ status: 200, body: { ok: true } })
  const read = async (id: string) => (await as(carol).get(`/posts/${id}/views`)).body
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  expect(await read(one._id)).toEqual({ views: { count: 1, firstDay: day, lastDay: day, isHidden: false } })
  expect(await read(two._id)).toEqual({ views: { count: 0, firstDay: null, lastDay: null, isHidden: false } })
  expect(await outboxSize()).toBe(before) // no event for each view
})

it('the author hides the views of a post from everybody else', async () => {
  const { as, addPost } = await getPosts()
  const post = await addPost({ by: alice })
  await as(bob)
    .post('/posts/views')
    .send({ ids: [post._id] })
  const hide = (by: typeof alice, body: object, id = post._id) => as(by).post(`/posts/${id}/views-hidden`).send(body)
  expect(await hide(bob, { state: true })).toMatchObject({ status: 403, body: { code: 'not_your_post' } })
  expect(await hide(alice, { state: true }, UNKNOWN_ID)).toMatchObject({ status: 404 })
  expect(await hide(alice, { state: true })).toMatchObject({ status: 200, body: { isHidden: true } })
  const read = async (by: typeof alice) => (await as(by).get(`/posts/${post._id}/views`)).body.views
  expect([await read(bob), await read(alice)]).toMatchObject([null, { count: 1, isHidden: true }])
  await hide(alice, { state: false })
  expect(await read(bob)).toMatchObject({ count: 1, isHidden: false })
})

it('refuses what is no batch of posts, and views of a post that the member cannot see', async () => {
  const { as } = await getPosts()
  for (const ids of [[], ['x'], [UNKNOWN_ID.toUpperCase()], UNKNOWN_ID, null, Array(51).fill(UNKNOWN_ID), [{ $ne: 1 }]])
    expect(await as(bob).post('/posts/views').send({ ids })).toMatchObject({ status: 400 })
  expect(await as(bob).get(`/posts/${UNKNOWN_ID}/views`)).toMatchObject({ status: 404 })
  for (const state of [undefined, 'yes', null, 1])
    expect(await as(bob).post(`/posts/${UNKNOWN_ID}/views-hidden`).send({ state })).toMatchObject({ status: 400 })
})

it('a member sends a bounded number of batches in an hour', async () => {
  await using posts = await openPosts({ limitsPerHour: {} })
  const { _id } = await posts.addPost({ by: alice })
  const send = (by = bob) =>
    posts
      .as(by)
      .post('/posts/views')
      .send({ ids: [_id] })
  for (let n = 0; n < VIEWS_LIMIT.max; n++) if ((await send()).status !== 200) throw new Error(`refused at ${n}`)
  expect(await send()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect((await send(carol)).status).toBe(200)
})

async function getPostsWithOutbox() {
  const posts = await getPosts()
  return { ...posts, outboxSize: () => posts.inspect.countRows('outbox') }
}
