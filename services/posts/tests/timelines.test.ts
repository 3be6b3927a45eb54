import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { PostView } from '@meadow/contracts'
import { alice, bob, carol, createTestMember, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

/** Reads all pages of a list by cursor, and calls `afterPage` after each page. */
async function readAllPages(path: string, as: TestMember, afterPage: () => Promise<unknown> = async () => undefined) {
  const { as: asMember } = await getPosts()
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const {
      status,
      body,
    }: { status: number; body: { posts: PostView[]; pagination: { hasMore: boolean }; nextCursor: string | null } } =
      await asMember(as).get(`${path}${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    expect(body.pagination.hasMore).toBe(body.nextCursor !== null)
    ids.push(...body.posts.map(({ _id }) => _id))
    cursor = body.nextCursor
    await afterPage()
  }
  return ids
}

describe('GET /posts', () => {
  it('returns pages of five posts by the viewer and followed members, newest first', async () => {
    const { as, addMember, follow, addPost } = await getPosts()
    const [dave, erin] = [await addMember(), await addMember()]
    await follow(dave, erin)
    const made: string[] = []
    for (let index = 0; index < 7; index += 1)
      made.unshift((await addPost({ by: index % 2 ? dave : erin, content: `${index}` }))._id)
    await addPost({ by: alice })
    const first = await as(dave).get('/posts')
    expect(first.body.posts.map(({ _id }: PostView) => _id)).toEqual(made.slice(0, 5))
    expect(first.body.pagination).toEqual({ hasMore: true })
    const second = await as(dave).get('/posts?page=2&limit=5')
    expect(second.body.posts.map(({ _id }: PostView) => _id)).toEqual(made.slice(5))
    expect(second.body).toMatchObject({ pagination: { hasMore: false }, nextCursor: null })
  })

  it('pages by cursor without gaps or repeats while new posts arrive', async () => {
    const { addMember, follow, addPost } = await getPosts()
    const [dave, erin] = [await addMember(), await addMember()]
    await follow(dave, erin)
    const made: string[] = []
    for (let index = 0; index < 11; index += 1) made.unshift((await addPost({ by: index % 2 ? dave : erin }))._id)
    const addNewPost = () => addPost({ by: erin, content: 'new' })
    expect(await readAllPages('/posts?limit=3', dave, addNewPost)).toEqual(made)
    const all = await readAllPages('/posts?limit=7&scope=all', dave, addNewPost)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual(expect.arrayContaining(made))
    const strangersPosts = await readAllPages('/posts?limit=7&scope=discover', dave, addNewPost)
    expect(strangersPosts.filter((id) => made.includes(id))).toEqual([])
    expect(new Set(strangersPosts)).toEqual(
      new Set(
        await readAllPages('/posts?limit=50&scope=all', alice).then((ids) =>
          ids.filter((id) => strangersPosts.includes(id)),
        ),
      ),
    )
  })

  it('shows the new name and picture of a member with posts and comments', async () => {
    const { as, members, addMember, addPost, addComment } = await getPosts()
    const dave = await addMember()
    const post = await addPost({ by: dave })
    await addComment(post, dave, 'By myself')
    await members.applyProfile({
      ...dave,
      fullName: 'David',
      avatar: '/media/p/x',
      isVerified: true,
      profileVersion: 2,
    })
    const { body } = await as(bob).get('/posts?scope=discover&limit=50')
    const shown = body.posts.find(({ _id }: PostView) => _id === post._id)
    const renamed = { _id: dave._id, fullName: 'David', avatar: '/media/p/x', isVerified: true }
    expect(shown).toMatchObject({ user: renamed, comments: [{ user: renamed }] })
  })

  it('is empty for a member without follows and posts', async () => {
    const { as } = await getPosts()
    expect((await as(createTestMember()).get('/posts')).body).toEqual({
      posts: [],
      pagination: { hasMore: false },
      nextCursor: null,
    })
  })

  it('pages to a depth of 1,000 posts, and no further', async () => {
    const { as } = await getPosts()
    expect(await as(bob).get('/posts?page=201')).toMatchObject({ status: 200, body: { posts: [] } })
    expect(await as(bob).get('/posts?page=202')).toMatchObject({ status: 400, body: { code: 'page_too_deep' } })
  })

  it.each([
    'limit=0',
    'limit=51',
    'limit=x',
    'limit=-1',
    'limit=1.5',
    'page=0',
    'page=x',
    'page=99999999',
    'scope=mine',
    'scope=all&scope=all',
    'limit=5&limit=6',
    'cursor=a&cursor=b',
  ])('rejects %s', async (query) => {
    const { as } = await getPosts()
    const response = await as(bob).get(`/posts?${query}`)
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  it.each(['abc', 'MTIz', '%00', `${'a'.repeat(200)}`, Buffer.from(`1:${bob._id}x`).toString('base64url')])(
    'rejects the cursor %s',
    async (cursor) => {
      const { as } = await getPosts()
      const response = await as(bob).get(`/posts?cursor=${cursor}`)
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } })
    },
  )
})

describe('GET /posts?ids=', () => {
  const idsOf = (body: { posts: PostView[] }) => body.posts.map(({ _id }) => _id)

  it('returns existing posts once, in the order of the ids, and ignores other parameters', async () => {
    const { as, addPost } = await getPosts()
    const [one, two, three] = [await addPost({ by: alice }), await addPost({ by: bob }), await addPost({ by: alice })]
    const ids = [two._id, UNKNOWN_ID, three._id, two._id, one._id].join(',')
    const response = await as(carol).get(`/posts?ids=${ids}&scope=following&limit=1&page=2&cursor=x`)
    expect(response).toMatchObject({ status: 200, body: { pagination: { hasMore: false }, nextCursor: null } })
    expect(idsOf(response.body)).toEqual([two._id, three._id, one._id])
  })

  it('omits posts that the viewer may not see', async () => {
    const { as, members, addMember, addPost, block } = await getPosts()
    const [dave, erin] = [await addMember(), await addMember()]
    const posts = [await addPost({ by: dave }), await addPost({ by: erin }), await addPost({ by: alice })]
    const ids = posts.map(({ _id }) => _id)
    await block(dave, carol)
    await members.applyAccount({ _id: erin._id, accountVersion: 2, state: 'deactivated' })
    expect(idsOf((await as(carol).get(`/posts?ids=${ids}`)).body)).toEqual(ids.slice(2))
    expect(idsOf((await as(bob).get(`/posts?ids=${ids}`)).body)).toEqual([ids[0], ids[2]])
  })

  it('accepts at most 50 ids', async () => {
    const { as } = await getPosts()
    const some = (count: number) => Array.from({ length: count }, () => randomUUID()).join(',')
    expect(await as(bob).get(`/posts?ids=${some(50)}`)).toMatchObject({ status: 200, body: { posts: [] } })
    expect(await as(bob).get(`/posts?ids=${some(51)}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })

  it.each([
    '',
    ',',
    'x',
    `${UNKNOWN_ID},`,
    `${UNKNOWN_ID},1`,
    `${UNKNOWN_ID};${UNKNOWN_ID}`,
    `${UNKNOWN_ID}%00`,
    UNKNOWN_ID.toUpperCase(),
    `${UNKNOWN_ID}&ids=${UNKNOWN_ID}`,
    'x'.repeat(10_000),
    ','.repeat(10_000),
    '%27%20or%201=1%20--',
  ])('rejects %s', async (ids) => {
    const { as } = await getPosts()
    const response = await as(bob).get(`/posts?ids=${ids}`)
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})

describe('GET /posts/user/:username', () => {
  it('returns the posts of one member', async () => {
    const { addMember, addPost } = await getPosts()
    const dave = await addMember()
    const made: string[] = []
    for (let index = 0; index < 7; index += 1) made.unshift((await addPost({ by: dave }))._id)
    expect(await readAllPages(`/posts/user/${dave.username.toUpperCase()}?limit=3`, bob)).toEqual(made)
  })

  it('returns 404 for an unknown or erased member, and across a block', async () => {
    const { as, members, addMember, block } = await getPosts()
    const dave = await addMember()
    const missing = { status: 404, body: { code: 'member_not_found' } }
    expect(await as(bob).get('/posts/user/nobody')).toMatchObject(missing)
    await block(dave, carol)
    expect(await as(carol).get(`/posts/user/${dave.username}`)).toMatchObject(missing)
    await members.applyAccount({ _id: dave._id, accountVersion: 2, state: 'erased' })
    expect(await as(bob).get(`/posts/user/${dave.username}`)).toMatchObject(missing)
  })

  it('is empty for a member whose registration has not arrived yet', async () => {
    const { as } = await getPosts()
    const newcomer = createTestMember()
    expect(await as(newcomer).get(`/posts/user/${newcomer.username}`)).toMatchObject({
      status: 200,
      body: { posts: [], nextCursor: null },
    })
  })
})

describe('GET /posts/user/:username?filter=', () => {
  it('returns the posts with a picture and the posts that the viewer likes, by cursor', async () => {
    const { as, addMember, uploadPicture, addPost } = await getPosts()
    const [dave, erin] = [await addMember(), await addMember()]
    const pictured: string[] = []
    const liked: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const image = (await uploadPicture(dave)).secure_url
      pictured.unshift((await addPost({ by: dave, image }))._id)
      const plain = await addPost({ by: dave })
      await as(erin).post(`/posts/${plain._id}/like`)
      liked.unshift(plain._id)
    }
    const foreign = await addPost({ by: alice })
    await as(erin).post(`/posts/${foreign._id}/like`)
    const path = (username: string, filter: string) => `/posts/user/${username}?limit=2&filter=${filter}`
    expect(await readAllPages(path(dave.username, 'media'), erin)).toEqual(pictured)
    expect(await readAllPages(path(dave.username, 'liked'), erin)).toEqual(liked)
    expect(await readAllPages(path(erin.username, 'liked'), erin)).toEqual([foreign._id, ...liked])
    expect(await readAllPages(path(dave.username, 'liked'), bob)).toEqual([])
    expect(await readAllPages(path(erin.username, 'liked'), bob)).toEqual([])
    const newcomer = createTestMember()
    expect(await readAllPages(path(newcomer.username, 'liked'), newcomer)).toEqual([])
  })

  it('omits a removed like, and shows a repeated like first', async () => {
    const { as, addMember, addPost } = await getPosts()
    const dave = await addMember()
    const [one, two] = [await addPost({ by: alice }), await addPost({ by: bob })]
    for (const { _id } of [one, two]) await as(dave).post(`/posts/${_id}/like`)
    const listLiked = () => readAllPages(`/posts/user/${dave.username}?filter=liked`, dave)
    expect(await listLiked()).toEqual([two._id, one._id])
    await as(dave).post(`/posts/${one._id}/like`)
    expect(await listLiked()).toEqual([two._id])
    await as(dave).post(`/posts/${one._id}/like`)
    expect(await listLiked()).toEqual([one._id, two._id])
  })

  it.each(['filter=', 'filter=all', 'filter=media&filter=liked', 'filter=liked&limit=51', 'filter=media&page=0'])(
    'rejects %s',
    async (query) => {
      const { as } = await getPosts()
      const response = await as(bob).get(`/posts/user/alice?${query}`)
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    },
  )

  it.each(['media', 'liked'])('rejects invalid cursors and too deep pages of the tab %s', async (filter) => {
    const { as } = await getPosts()
    const list = (query: string) => as(bob).get(`/posts/user/alice?filter=${filter}&${query}`)
    expect(await list('cursor=abc')).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } })
    expect(await list('page=202')).toMatchObject({ status: 400, body: { code: 'page_too_deep' } })
    expect(await list('page=201')).toMatchObject({ status: 200, body: { posts: [] } })
  })
})
