import { describe, expect, it } from '@jest/globals'
import { alice, bob, shareAcrossTests, type TestMember } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

let keys = 0
const createKey = () => `attempt ${++keys}`

const getPosts = shareAcrossTests(async () => {
  const posts = await openPosts()
  return {
    ...posts,
    publish: (by: TestMember, key: string, body: object) =>
      posts.as(by).post('/posts').set('Idempotency-Key', key).send(body),
    comment: (by: TestMember, key: string, postId: string, text: string) =>
      posts.as(by).post(`/posts/${postId}/comments`).set('Idempotency-Key', key).send({ text }),
  }
})

describe('a post under a client key', () => {
  it('is stored once and published once when a client repeats the request after a lost response', async () => {
    const { as, publish, publishedEvents, inspect } = await getPosts()
    const key = createKey()
    await publish(alice, key, { content: 'Once only' }) // the client does not receive the response
    expect(await inspect.countRows('posts')).toBe(1)
    const [post] = (await as(alice).get('/posts/user/alice')).body.posts

    const again = await publish(alice, key, { content: ' Once only ' })
    expect(again).toMatchObject({ status: 201, body: { _id: post._id, content: 'Once only' } })
    expect(await publishedEvents(again.body)).toHaveLength(1)
    expect((await as(alice).get('/posts/user/alice')).body.posts).toHaveLength(1)
  })

  it('is returned in its current state', async () => {
    const { as, publish, uploadPicture } = await getPosts()
    const { _id: image } = await uploadPicture(alice)
    const draft = { content: 'Look', image, alt: 'A hill' }
    const key = createKey()
    const first = await publish(alice, key, draft)
    await as(bob).post(`/posts/${first.body._id}/like`).send({ state: true })
    const again = await publish(alice, key, draft)
    expect(again).toMatchObject({ status: 201, body: { _id: first.body._id, likesCount: 1, likes: [bob._id], rev: 2 } })
    expect(again.body.media).toEqual(first.body.media)
  })

  it('is not found after its deletion, and is not created again', async () => {
    const { as, publish, publishedEvents } = await getPosts()
    const key = createKey()
    const { body } = await publish(alice, key, { content: 'Regretted' })
    await as(alice).delete(`/posts/${body._id}`)
    const again = await publish(alice, key, { content: 'Regretted' })
    expect(again).toMatchObject({ status: 404, body: { code: 'post_not_found' } })
    expect((await publishedEvents(body)).map(({ type }) => type)).toEqual(['post.created', 'post.deleted'])
  })

  it('is created once by concurrent requests, which all return it', async () => {
    const { publish, publishedEvents } = await getPosts()
    const key = createKey()
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => publish(alice, key, { content: 'Impatient' })))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    const ids = new Set(responses.map(({ body }) => body._id))
    expect(ids.size).toBe(1)
    for (const id of ids) expect(await publishedEvents({ _id: id })).toHaveLength(1)
  })

  it('is rejected when the key was used for different content', async () => {
    const { publish, publishedEvents } = await getPosts()
    const key = createKey()
    await publish(alice, key, { content: 'One' })
    const before = await publishedEvents()
    expect(await publish(alice, key, { content: 'Two' })).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    expect(await publishedEvents()).toEqual(before)
  })

  it('is independent of the keys of other members', async () => {
    const { publish } = await getPosts()
    const key = createKey()
    const [postOfAlice, postOfBob] = [
      await publish(alice, key, { content: 'Hers' }),
      await publish(bob, key, { content: 'His' }),
    ]
    expect([postOfAlice.status, postOfBob.status]).toEqual([201, 201])
    expect(postOfBob.body).toMatchObject({ content: 'His', user: { _id: bob._id } })
  })

  it('does not use up the key when it is rejected', async () => {
    const { publish, uploadPicture } = await getPosts()
    const { _id: image } = await uploadPicture(bob)
    const key = createKey()
    expect(await publish(alice, key, { content: 'Look', image })).toMatchObject({ status: 400 })
    expect(await publish(alice, key, { content: 'Look' })).toMatchObject({ status: 201 })
  })
})

describe('a comment under a client key', () => {
  it('is stored once and published once, and returned with the current state of the post', async () => {
    const { as, comment, publishedEvents, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    const key = createKey()
    const first = await comment(bob, key, post._id, 'Lovely!')
    await as(alice).post(`/posts/${post._id}/like`).send({ state: true })
    const again = await comment(bob, key, post._id, 'Lovely!')
    expect(again).toMatchObject({ status: 201, body: { post: { commentsCount: 1, likesCount: 1, rev: 3 } } })
    expect(again.body.comment).toEqual(first.body.comment)
    expect((await publishedEvents(post)).map(({ type }) => type)).toEqual([
      'post.created',
      'post.commented',
      'post.liked',
    ])
  })

  it('is created once by concurrent requests', async () => {
    const { comment, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    const key = createKey()
    const responses = await Promise.all([1, 2, 3, 4].map(() => comment(bob, key, post._id, 'Lovely!')))
    expect(new Set(responses.map(({ body }) => body.comment._id)).size).toBe(1)
    for (const { body } of responses) expect(body.post.commentsCount).toBe(1)
  })

  it('is rejected when the key was used for different content or another post', async () => {
    const { comment, addPost } = await getPosts()
    const [post, other] = [await addPost({ by: alice }), await addPost({ by: alice })]
    const key = createKey()
    await comment(bob, key, post._id, 'Lovely!')
    const refused = { status: 409, body: { code: 'key_reused' } }
    expect(await comment(bob, key, post._id, 'Ugly!')).toMatchObject(refused)
    expect(await comment(bob, key, other._id, 'Lovely!')).toMatchObject(refused)
  })

  it('is not found after the deletion of its post', async () => {
    const { as, comment, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    const key = createKey()
    await comment(bob, key, post._id, 'Lovely!')
    await as(alice).delete(`/posts/${post._id}`)
    const again = await comment(bob, key, post._id, 'Lovely!')
    expect(again).toMatchObject({ status: 404, body: { code: 'post_not_found' } })
  })

  it('may use the same key as a post', async () => {
    const { publish, comment } = await getPosts()
    const key = createKey()
    const { body } = await publish(alice, key, { content: 'Both' })
    expect(await comment(alice, key, body._id, 'Both')).toMatchObject({ status: 201 })
  })
})
