import { describe, expect, it } from '@jest/globals'
import { alice, bob, carol, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

describe('POST /posts/:id/share', () => {
  it('returns the post with its count, and again when it is shared again', async () => {
    const { as, addPost, publishedEvents } = await getPosts()
    const post = await addPost({ by: alice })
    expect(post).toMatchObject({ sharesCount: 0 })
    for (const body of [undefined, {}, { content: '  ' }]) {
      const response = await as(bob).post(`/posts/${post._id}/share`).send(body)
      expect(response).toMatchObject({
        status: 201,
        body: { post: { _id: post._id, sharesCount: 1, viewerShared: true } },
      })
      expect(response.body.quote).toBeUndefined()
    }
    expect((await as(carol).get(`/posts/${post._id}`)).body.viewerShared).toBeUndefined()
    expect((await publishedEvents(post)).filter(({ type }) => type === 'post.shared')).toHaveLength(1)
    expect(await as(bob).delete(`/posts/${post._id}/share`)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await as(bob).get(`/posts/${post._id}`)).body).toMatchObject({ sharesCount: 0 })
  })

  it('with a comment returns a post that shows the other one, once for a client key', async () => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice, content: 'The pond' })
    const share = () =>
      as(bob)
        .post(`/posts/${post._id}/share`)
        .set('Idempotency-Key', '0199a000-0000-7000-8000-0000000000aa')
        .send({ content: 'See this, @alice', language: 'en', commentAudience: 'following' })
    const { body } = await share()
    expect(body.quote).toMatchObject({
      content: 'See this, @alice',
      facets: [{ memberId: alice._id }],
      language: 'en',
      commentAudience: 'following',
      quotedPost: { _id: post._id, content: 'The pond', user: { _id: alice._id }, pictures: [] },
    })
    expect((await share()).body.quote._id).toBe(body.quote._id)
    expect((await as(carol).get(`/posts/user/${bob.username}`)).body.posts).toContainEqual(
      expect.objectContaining({ _id: body.quote._id, quotedPost: expect.objectContaining({ _id: post._id }) }),
    )
  })

  it('leaves a page full although several members share the same post', async () => {
    const { as, addPost, addMember, follow } = await getPosts()
    const [reader, author] = [await addMember(), await addMember()]
    const older = [await addPost({ by: author }), await addPost({ by: author })]
    const post = await addPost({ by: author })
    await follow(reader, author)
    for (const sharer of [await addMember(), await addMember(), await addMember()]) {
      await follow(reader, sharer)
      await as(sharer).post(`/posts/${post._id}/share`)
    }
    const list = async (query: string) => (await as(reader).get(`/posts?limit=3&${query}`)).body
    const listIds = async (query: string) => (await list(query)).posts.map(({ _id }: { _id: string }) => _id)
    const all = [post, ...older.toReversed()].map(({ _id }) => _id)
    expect(await listIds('scope=following')).toEqual(all)
    expect(await listIds('scope=following&page=2')).toEqual([])
    expect(await list('scope=following')).toMatchObject({ pagination: { hasMore: false }, nextCursor: null })
  })

  it('shows a post that several members share once on a page', async () => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    await as(alice).post(`/posts/${post._id}/share`)
    const { posts } = (await as(carol).get(`/posts/user/${alice.username}`)).body
    const shown = posts.filter(({ _id }: { _id: string }) => _id === post._id)
    expect(shown).toMatchObject([{ sharedBy: { user: { _id: alice._id } } }])
  })

  it.each([
    [{ content: 'x'.repeat(5_001) }, 400],
    [{ content: 5 }, 400],
    [{ content: '', pictures: [{ url: `/media/p/${bob._id}/${'0'.repeat(32)}` }] }, 400],
    [{ content: 'Look', pictures: [{ url: `/media/p/${alice._id}/${'0'.repeat(32)}` }] }, 400],
    [{ content: 'nul \0' }, 400],
    [{ content: 'x', commentAudience: 'nobody' }, 400],
    [[], 400],
  ])('rejects %j', async (body, status) => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    expect(await as(bob).post(`/posts/${post._id}/share`).send(body)).toMatchObject({ status })
    expect((await as(bob).get(`/posts/${post._id}`)).body.sharesCount).toBe(0)
  })

  it('returns 404 for an unknown post, and ends no share of it', async () => {
    const { as } = await getPosts()
    expect(await as(bob).post(`/posts/${UNKNOWN_ID}/share`)).toMatchObject({ status: 404 })
    expect(await as(bob).delete(`/posts/${UNKNOWN_ID}/share`)).toMatchObject({ status: 200 })
    expect(await as(bob).post('/posts/x/share')).toMatchObject({ status: 400 })
  })
})

describe('GET /posts/:id/shares', () => {
  it('pages through the members who share the post, for members who may see it', async () => {
    const { as, addMember, addPost, block } = await getPosts()
    const author = await addMember()
    const post = await addPost({ by: author })
    for (const member of [alice, bob, carol]) await as(member).post(`/posts/${post._id}/share`)
    const list = async (query = '') => (await as(alice).get(`/posts/${post._id}/shares${query}`)).body
    const first = await list('?limit=2')
    expect(first).toMatchObject({ members: [{ _id: carol._id }, { _id: bob._id }], hasMore: true })
    expect(await list(`?limit=2&cursor=${first.nextCursor}`)).toMatchObject({
      members: [{ _id: alice._id, username: alice.username }],
      hasMore: false,
      nextCursor: null,
    })
    await block(author, alice)
    expect(await as(alice).get(`/posts/${post._id}/shares`)).toMatchObject({ status: 404 })
    expect(await as(alice).get(`/posts/${UNKNOWN_ID}/shares`)).toMatchObject({ status: 404 })
    for (const query of ['?cursor=nonsense', '?limit=0', '?limit=1000'])
      expect(await as(bob).get(`/posts/${post._id}/shares${query}`)).toMatchObject({ status: 400 })
  })
})
