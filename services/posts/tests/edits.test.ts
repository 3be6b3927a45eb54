import { describe, expect, it } from '@jest/globals'
import { alice, bob, carol, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

describe('PUT /posts/:id', () => {
  it('returns the post with the new text, its links and mentions, and the time of the edit', async () => {
    const { as, addPost, publishedEvents } = await getPosts()
    const post = await addPost({ by: alice })
    expect(post.editedAt).toBeUndefined()
    const content = ' Moss for @bob: https://example.org/moss '
    const { status, body } = await as(alice).put(`/posts/${post._id}`).send({ content, rev: post.rev })
    expect(status).toBe(200)
    expect(body.post).toMatchObject({ content: content.trim(), rev: 2, createdAt: post.createdAt })
    expect(body.post.facets).toMatchObject([{ memberId: bob._id }, { url: 'https://example.org/moss' }])
    expect(body.post.editedAt > post.createdAt).toBe(true)
    expect((await as(bob).get('/posts?scope=all')).body.posts).toContainEqual(
      expect.objectContaining({ _id: post._id, editedAt: body.post.editedAt }),
    )
    expect((await publishedEvents(post)).at(-1)).toMatchObject({ data: { mentionedIds: [bob._id] } })
  })

  it('refuses an edit of a text that was edited elsewhere, and keeps that text', async () => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    const edit = (content: string) => as(alice).put(`/posts/${post._id}`).send({ content, rev: post.rev })
    expect(await edit('In the first tab')).toMatchObject({ status: 200 })
    expect(await edit('In the second tab')).toMatchObject({ status: 409, body: { code: 'edited_elsewhere' } })
    expect((await as(bob).get(`/posts/${post._id}`)).body).toMatchObject({ content: 'In the first tab' })
  })

  it.each([
    [{ content: 'x'.repeat(5_001), rev: 1 }, 400],
    [{ content: '', rev: 1 }, 400],
    [{ content: 'A', rev: 0 }, 400],
    [{ content: 'A', rev: '1' }, 400],
    [{ content: 'A' }, 400],
    [{ content: 'nul \0', rev: 1 }, 400],
  ])('rejects %j', async (body, status) => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    expect(await as(alice).put(`/posts/${post._id}`).send(body)).toMatchObject({ status })
    expect((await as(alice).get(`/posts/${post._id}`)).body).toMatchObject({ content: 'A post', rev: 1 })
  })

  it('rejects posts of others and unknown posts', async () => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    const edit = { content: 'Mine', rev: 1 }
    expect(await as(bob).put(`/posts/${post._id}`).send(edit)).toMatchObject({
      status: 403,
      body: { code: 'not_your_post' },
    })
    expect(await as(bob).put(`/posts/${UNKNOWN_ID}`).send(edit)).toMatchObject({ status: 404 })
  })

  it('counts edits against a limit of their own', async () => {
    await using posts = await openPosts({ limitsPerHour: { posts: 1, edits: 1 } })
    const { body } = await posts.as(carol).post('/posts').send({ content: 'A post' })
    const edit = (content: string, rev: number) => posts.as(carol).put(`/posts/${body._id}`).send({ content, rev })
    expect(await edit('One', 1)).toMatchObject({ status: 200 })
    expect(await edit('Two', 2)).toMatchObject({ status: 429 })
  })
})

describe('GET /posts/:id/history', () => {
  it('returns all texts, the current one first', async () => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    expect((await as(bob).get(`/posts/${post._id}/history`)).body).toEqual({
      versions: [{ content: 'A post', writtenAt: post.createdAt }],
      hasMore: false,
    })
    await as(alice).put(`/posts/${post._id}`).send({ content: 'Another', rev: 1 }).expect(200)
    const { versions } = (await as(bob).get(`/posts/${post._id}/history`)).body
    expect(versions).toMatchObject([{ content: 'Another' }, { content: 'A post', writtenAt: post.createdAt }])
    expect(await as(bob).get(`/posts/${UNKNOWN_ID}/history`)).toMatchObject({ status: 404 })
  })
})
