import { describe, expect, it } from '@jest/globals'
import type { CommentView } from '@meadow/contracts'
import { alice, bob, carol, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

describe('POST /posts/:id/comments', () => {
  it('returns the post with the comment and publishes one event', async () => {
    const { as, publishedEvents, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    const response = await as(bob).post(`/posts/${post._id}/comments`).send({ text: '  Lovely!  ' })
    const comment = { user: { _id: bob._id, username: 'bob', isFollowing: false }, text: 'Lovely!' }
    expect(response).toMatchObject({
      status: 201,
      body: { comment, post: { _id: post._id, rev: 2, commentsCount: 1, comments: [comment] } },
    })
    expect((await publishedEvents(post)).slice(1)).toMatchObject([
      {
        type: 'post.commented',
        data: {
          authorId: alice._id,
          actor: { _id: bob._id },
          commentId: response.body.comment._id,
          excerpt: 'Lovely!',
          rev: 2,
          view: {
            commentsCount: 1,
            comments: [{ _id: response.body.comment._id, user: { _id: bob._id }, text: 'Lovely!' }],
          },
        },
      },
    ])
  })

  it('shows the newest three comments, oldest first', async () => {
    const { as, addPost, addComment } = await getPosts()
    const post = await addPost({ by: alice })
    for (const text of ['one', 'two', 'three', 'four']) await addComment(post, bob, text)
    const { body } = await as(alice).get(`/posts/${post._id}`)
    expect(body.comments.map(({ text }: CommentView) => text)).toEqual(['two', 'three', 'four'])
    expect(body.commentsCount).toBe(4)
  })

  it('rejects blank text, too long text, and posts that the member may not see', async () => {
    const { as, addMember, addPost, block } = await getPosts()
    const dave = await addMember()
    const post = await addPost({ by: dave })
    await block(carol, dave)
    const comment = (text: unknown) => as(bob).post(`/posts/${post._id}/comments`).send({ text })
    expect(await comment('   ')).toMatchObject({ status: 400, body: { fields: { text: 'Write something first' } } })
    expect(await comment('x'.repeat(2_001))).toMatchObject({ status: 400 })
    expect(await as(carol).post(`/posts/${post._id}/comments`).send({ text: 'Hi' })).toMatchObject({ status: 404 })
    expect(await as(bob).post(`/posts/${UNKNOWN_ID}/comments`).send({ text: 'Hi' })).toMatchObject({ status: 404 })
    expect((await as(bob).get(`/posts/${post._id}`)).body).toMatchObject({ commentsCount: 0, rev: 1 })
  })

  it('counts all concurrent comments', async () => {
    const { as, publishedEvents, addPost, addComment } = await getPosts()
    const post = await addPost({ by: alice })
    const added = await Promise.all(Array.from({ length: 20 }, (_, index) => addComment(post, bob, `Comment ${index}`)))
    const count = added.filter(Boolean).length // on a busy machine some wait for too long and are refused
    expect((await as(bob).get(`/posts/${post._id}`)).body).toMatchObject({ commentsCount: count, rev: count + 1 })
    expect(await publishedEvents(post)).toHaveLength(count + 1)
  })
})

describe('GET /posts/:id/comments', () => {
  it('lists all comments from the oldest, and the new ones at the end', async () => {
    const { as, addPost, addComment } = await getPosts()
    const post = await addPost({ by: alice })
    for (const text of ['one', 'two', 'three']) await addComment(post, bob, text)
    const list = (query: string) => as(carol).get(`/posts/${post._id}/comments?order=oldest&limit=2${query}`)
    const { body: first } = await list('')
    await addComment(post, bob, 'four')
    const { body: second } = await list(`&cursor=${first.nextCursor}`)
    expect([...first.comments, ...second.comments].map(({ text }: CommentView) => text)).toEqual([
      'one',
      'two',
      'three',
      'four',
    ])
    expect(second.hasMore).toBe(false)
    expect(await as(carol).get(`/posts/${post._id}/comments?order=other`)).toMatchObject({ status: 400 })
  })

  it('lists all comments, newest first, without gaps or repeats while new comments arrive', async () => {
    const { as, addPost, addComment } = await getPosts()
    const post = await addPost({ by: alice })
    const made: string[] = []
    for (let index = 0; index < 12; index += 1) made.push((await addComment(post, bob, `${index}`))._id)
    const listedIds: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor && `&cursor=${cursor}`
      const { body } = await as(carol).get(`/posts/${post._id}/comments?limit=5${query}`)
      listedIds.push(...body.comments.map(({ _id }: CommentView) => _id))
      expect(body.hasMore).toBe(body.nextCursor !== null)
      cursor = body.nextCursor
      await addComment(post, bob, 'late')
    }
    expect(listedIds).toEqual(made.toReversed())
  })

  it('hides comments of members on the other side of a block', async () => {
    const { as, addMember, addPost, addComment, block } = await getPosts()
    const [dave, post] = [await addMember(), await addPost({ by: alice })]
    await addComment(post, dave, 'from dave')
    await addComment(post, bob, 'from bob')
    await block(carol, dave)
    const { body } = await as(carol).get(`/posts/${post._id}/comments`)
    expect(body.comments.map(({ text }: CommentView) => text)).toEqual(['from bob'])
    expect((await as(carol).get(`/posts/${post._id}`)).body.comments).toHaveLength(1)
    expect((await as(bob).get(`/posts/${post._id}/comments`)).body.comments).toHaveLength(2)
  })

  it('returns 404 for a post that does not exist', async () => {
    const { as } = await getPosts()
    expect(await as(bob).get(`/posts/${UNKNOWN_ID}/comments`)).toMatchObject({
      status: 404,
      body: { code: 'post_not_found' },
    })
  })

  it('rejects an invalid cursor', async () => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    expect(await as(bob).get(`/posts/${post._id}/comments?cursor=abc`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  })
})
