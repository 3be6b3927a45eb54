import { describe, expect, it } from '@jest/globals'
import { alice, bob, createTestMember, UNKNOWN_ID } from '@meadow/testing'
import { readPostsConfig } from '../src/config.ts'
import { openPosts } from './fixtures.ts'

const limitsPerHour = { posts: 2, comments: 3 }
const TOO_MANY = { status: 429, body: { code: 'too_many_requests' } }

describe('the limits of the first day of an account', () => {
  it('count posts and comments of new members, and none of others', async () => {
    const limits = { limitsPerHour: { posts: 50, comments: 50 }, newMemberLimits: { posts: 1, comments: 2 } }
    await using posts = await openPosts(limits)
    const { as, members, now } = posts
    const registeredAt = new Date(now().getTime() - 24 * 3_600_000)
    const old = createTestMember()
    const account = { ...old, accountVersion: 1, state: 'active' as const }
    await members.applyAccount({ ...account, createdAt: registeredAt })
    const post = (by: typeof alice) => as(by).post('/posts').send({ content: 'A post' })
    const { body } = await post(alice)
    const refused = { status: 403, body: { code: 'new_account_limit', error: expect.stringContaining('new') } }
    expect(await post(alice)).toMatchObject(refused)
    expect((await post(alice)).headers['retry-after']).toBeUndefined() // the page says it, and does not wait
    const comment = (by: typeof alice, id = body._id) => as(by).post(`/posts/${id}/comments`).send({ text: 'Hello' })
    for (let n = 0; n < 3; n++) expect(await comment(alice, UNKNOWN_ID)).toMatchObject({ status: 404 }) // not counted
    expect([(await comment(alice)).status, (await comment(alice)).status]).toEqual([201, 201])
    expect(await comment(alice)).toMatchObject(refused)
    for (let n = 0; n < 3; n++) expect([(await post(old)).status, (await comment(old)).status]).toEqual([201, 201])
  })
})

it('a member can search 300 times in five minutes, for posts and tags together', async () => {
  await using posts = await openPosts({ limitsPerHour })
  const search = (by: typeof alice, n: number) => posts.as(by).get(`/search?q=moss&type=${n % 2 ? 'posts' : 'tags'}`)
  for (let n = 0; n < 300; n++) expect((await search(alice, n)).status).toBe(200)
  for (let n = 0; n < 2; n++) expect(await search(alice, n)).toMatchObject(TOO_MANY)
  expect((await search(bob, 0)).status).toBe(200)
})

describe('the hourly limits of a member', () => {
  it('count posts and comments separately, and each member separately', async () => {
    await using posts = await openPosts({ limitsPerHour })
    const post = (by: typeof alice) => posts.as(by).post('/posts').send({ content: 'A post' })
    const { body } = await post(alice)
    const comment = () => posts.as(alice).post(`/posts/${body._id}/comments`).send({ text: 'A comment' })
    expect(await post(alice)).toMatchObject({ status: 201 })
    const refused = await post(alice)
    expect(refused).toMatchObject(TOO_MANY)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600)
    for (let n = 0; n < limitsPerHour.comments; n++) expect(await comment()).toMatchObject({ status: 201 })
    expect(await comment()).toMatchObject(TOO_MANY)
    expect(await post(bob)).toMatchObject({ status: 201 })
    expect(await posts.as(alice).get('/posts?scope=all')).toMatchObject({ status: 200 })
  })

  it('do not count rejected requests', async () => {
    await using posts = await openPosts({ limitsPerHour })
    const comment = (id: string) => posts.as(alice).post(`/posts/${id}/comments`).send({ text: 'A comment' })
    const { _id } = await posts.addPost({ by: bob })
    for (let n = 0; n < 5; n++) expect(await comment(UNKNOWN_ID)).toMatchObject({ status: 404 })
    expect(await comment(_id)).toMatchObject({ status: 201 })
  })

  it('do not apply during an outage of the shared state', async () => {
    const urls = { state: 'postgres://127.0.0.1:1/nobody' }
    await using posts = await openPosts({ urls, limitsPerHour: { posts: 1, comments: 1 } })
    const post = () => posts.as(alice).post('/posts').send({ content: 'Still here' })
    for (let n = 0; n < 3; n++) expect(await post()).toMatchObject({ status: 201 })
  })

  it('are read from the environment', () => {
    const needed = {
      STORE_URL: 'postgres://a',
      BUS_URL: 'postgres://a',
      STATE_URL: 'postgres://a',
      MEDIA_URL: 'file:///a',
    }
    expect(readPostsConfig(needed)).toMatchObject({ RATE_LIMITS: 'on', POSTS_PER_HOUR: 30, COMMENTS_PER_HOUR: 60 })
    expect(readPostsConfig(needed)).toMatchObject({ NEW_MEMBER_POSTS: 10, NEW_MEMBER_COMMENTS: 30 })
    const set = { ...needed, RATE_LIMITS: 'off', POSTS_PER_HOUR: '5', COMMENTS_PER_HOUR: '6' }
    expect(readPostsConfig(set)).toMatchObject({ RATE_LIMITS: 'off', POSTS_PER_HOUR: 5, COMMENTS_PER_HOUR: 6 })
    expect(() => readPostsConfig({ ...needed, POSTS_PER_HOUR: '0' })).toThrow(/POSTS_PER_HOUR/)
  })
})
