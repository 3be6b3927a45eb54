import { expect, it } from '@jest/globals'
import { alice, bob, shareAcrossTests } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

const EARLIER = '2026-01-01T10:00:00.000Z'
const LATER = '2026-01-02T10:00:00.000Z'

it('a device stores how far the member has seen the feed, and another one reads it', async () => {
  const { as } = await getPosts()
  const read = async (by = alice) => (await as(by).get('/posts/reading-position')).body
  expect(await read()).toEqual({ seenUntil: null })
  const put = (seenUntil: unknown) => as(alice).put('/posts/reading-position').send({ seenUntil })
  expect(await put(LATER)).toMatchObject({ status: 200, body: { seenUntil: LATER } })
  expect(await put(EARLIER)).toMatchObject({ status: 200, body: { seenUntil: LATER } }) // waited offline on another device
  expect([await read(), await read(bob)]).toEqual([{ seenUntil: LATER }, { seenUntil: null }])
})

it('a clock that is ahead hides no later post', async () => {
  const { as, addPost } = await getPosts()
  const earlier = await addPost({ by: alice })
  const { body } = await as(bob).put('/posts/reading-position').send({ seenUntil: '9999-12-31T23:59:59.999Z' })
  const later = await addPost({ by: alice })
  expect(body.seenUntil >= earlier.createdAt && body.seenUntil <= later.createdAt).toBe(true)
})

it('anything that is not a time is rejected', async () => {
  const { as } = await getPosts()
  for (const seenUntil of [undefined, null, '', 'yesterday', 1, {}, '2026-13-01T00:00:00.000Z', '2026-01-01'])
    expect(await as(alice).put('/posts/reading-position').send({ seenUntil })).toMatchObject({ status: 400 })
})

it('a member whose account is deactivated stores nothing', async () => {
  const { as, addMember, deactivate } = await getPosts()
  const member = await addMember()
  await deactivate(member)
  const response = await as(member).put('/posts/reading-position').send({ seenUntil: EARLIER })
  expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})
