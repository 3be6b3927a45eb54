import { expect, it } from '@jest/globals'
import type { PostView } from '@meadow/contracts'
import { shareAcrossTests, type TestMember } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

async function setUp() {
  const opened = await getPosts()
  const { as, addMember, addPost } = opened
  const reader = await addMember()
  const visit = async (query = '') => (await as(reader).get(`/posts/discover${query}`)).body
  /** Reads the pages after one, and calls `afterPage` after each. */
  const readOn = async (first: { posts: PostView[]; nextCursor: string | null }, afterPage = async () => {}) => {
    const read = [...first.posts]
    for (let cursor = first.nextCursor; cursor; ) {
      await afterPage()
      const page = await visit(`?limit=3&cursor=${cursor}`)
      read.push(...page.posts)
      cursor = page.nextCursor
    }
    return read
  }
  const addPosts = async (count: number) => {
    const authors: TestMember[] = []
    for (let n = 0; n < count; n++) {
      authors.push(await addMember())
      await addPost({ by: authors[n] as TestMember })
    }
    return authors
  }
  return { ...opened, reader, visit, readOn, addPosts }
}

const idsOf = (posts: PostView[]) => posts.map(({ _id }) => _id)

it('a visit keeps its order while posts arrive and are liked: nothing repeats, nothing is skipped', async () => {
  const { as, visit, readOn, addPosts, addMember, addPost } = await setUp()
  await addPosts(8)
  const whole = await visit('?limit=50')
  const first = await visit('?limit=3')
  expect(idsOf(first.posts)).toEqual(idsOf(whole.posts).slice(0, 3))
  const read = await readOn(first, async () => {
    await addPosts(1)
    await as(await addMember())
      .post(`/posts/${whole.posts.at(-1)._id}/like`)
      .send({ state: true })
  })
  expect(idsOf(read)).toEqual(idsOf(whole.posts))
  const later = await addPost({ by: await addMember() })
  expect(idsOf((await visit('?limit=50')).posts)).toContain(later._id)
})

it('each post says why it is shown, and names only whom the reader follows and may see', async () => {
  const { as, reader, visit, addPosts, follow, addMember, addPost, mute } = await setUp()
  await addPosts(2)
  const mara = await addMember()
  await follow(reader, mara)
  const post = await addPost({ by: await addMember() })
  await as(mara).post(`/posts/${post._id}/like`).send({ state: true })
  const { posts, nextCursor } = await visit('?limit=1')
  expect(posts).toMatchObject([
    { _id: post._id, reason: { kind: 'liked-by-followed', member: { _id: mara._id, fullName: mara.fullName } } },
  ])
  const [next] = (await visit(`?limit=1&cursor=${nextCursor}`)).posts
  expect(next.reason).toEqual({ kind: 'new' })
  expect((await as(reader).get(`/posts/${post._id}`)).body).not.toHaveProperty('reason')
  await mute(reader, mara)
  const { reason } = (await visit('?limit=50')).posts.find(({ _id }: PostView) => _id === post._id)
  expect(reason).toEqual({ kind: 'new' })
})

it('what is deleted, muted, blocked or excluded during a visit is left out, and its pages are filled from what follows', async () => {
  const { as, reader, visit, addPosts, mute, block } = await setUp()
  const authors = await addPosts(8)
  const whole = await visit('?limit=50')
  const own = (await visit('?limit=50')).posts.filter(({ user }: PostView) =>
    authors.some(({ _id }) => _id === user._id),
  )
  expect(own).toHaveLength(8)
  const first = await visit('?limit=1')
  const rest = whole.posts.slice(1)
  const byId = (id: string) => authors.find(({ _id }) => _id === id)
  const [deleted, muted, blocked, excluded] = rest.filter(({ user }: PostView) => byId(user._id))
  await as(byId(deleted.user._id) as TestMember).delete(`/posts/${deleted._id}`)
  await mute(reader, byId(muted.user._id) as TestMember)
  await block(byId(blocked.user._id) as TestMember, reader)
  await as(reader).post('/posts/discover/exclusions').send({ authorId: excluded.user._id })
  const gone = [deleted, muted, blocked, excluded].map(({ _id }) => _id)
  const left = idsOf(rest).filter((id) => !gone.includes(id))
  const next = await visit(`?limit=4&cursor=${first.nextCursor}`)
  expect(idsOf(next.posts)).toEqual(left.slice(0, 4))
})

it('a visit of another member, an unknown one and a malformed cursor are refused', async () => {
  const { as, visit, addPosts, addMember } = await setUp()
  await addPosts(3)
  const { nextCursor } = await visit('?limit=1')
  const other = as(await addMember())
  expect(await other.get(`/posts/discover?cursor=${nextCursor}`)).toMatchObject({
    status: 404,
    body: { code: 'snapshot_expired' },
  })
  const forge = (text: string) => Buffer.from(text).toString('base64url')
  const [id] = Buffer.from(nextCursor, 'base64url').toString().split(':')
  for (const cursor of ['abc', forge(`${id}:-1`), forge(`${id}:1000`), forge(`${id}:01`), forge(`${Date.now()}:${id}`)])
    expect(await other.get(`/posts/discover?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  expect((await visit(`?cursor=${forge(`${id}:999`)}`)).posts).toEqual([])
})

it('exclusions are listed and undone, and bad ones are refused', async () => {
  const { as, reader, visit, addPosts } = await setUp()
  const [author] = (await addPosts(1)) as [TestMember]
  const change = (body: object) => as(reader).post('/posts/discover/exclusions').send(body)
  const list = async () => (await as(reader).get('/posts/discover/exclusions')).body
  const shows = async () => (await visit('?limit=50')).posts.some(({ user }: PostView) => user._id === author._id)
  for (const body of [{ authorId: author._id }, { tag: '#Moss' }])
    expect(await change(body)).toMatchObject({ status: 200, body: { ok: true } })
  expect(await list()).toMatchObject({ members: [{ _id: author._id, fullName: author.fullName }], tags: ['moss'] })
  expect(await shows()).toBe(false)
  for (const body of [{ authorId: author._id }, { tag: 'moss' }]) await change({ ...body, state: false })
  expect(await list()).toEqual({ members: [], tags: [] })
  expect(await shows()).toBe(true)
  for (const body of [
    {},
    { authorId: author._id, tag: 'moss' },
    { authorId: 'x' },
    { tag: '' },
    { tag: 'x'.repeat(121) },
  ])
    expect(await change(body)).toMatchObject({ status: 400 })
})
