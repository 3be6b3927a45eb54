import { describe, expect, it } from '@jest/globals'
import { alice, bob, carol, createTestMember, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { openPosts } from './fixtures.ts'
import { createLikeChange } from './repository-fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

describe('POST /posts/:id/like', () => {
  it('sets the requested state and publishes one event per change', async () => {
    const { as, publishedEvents, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    const like = (state: boolean) => as(bob).post(`/posts/${post._id}/like`).send({ state })
    const liked = { liked: true, likesCount: 1, post: { _id: post._id, likes: [bob._id], viewerLiked: true, rev: 2 } }
    expect((await like(true)).body).toMatchObject(liked)
    expect((await like(true)).body).toMatchObject(liked)
    const unliked = { liked: false, likesCount: 0, post: { likes: [], viewerLiked: false, rev: 3 } }
    expect((await like(false)).body).toMatchObject(unliked)
    expect((await like(false)).body).toMatchObject(unliked)
    expect((await publishedEvents(post)).slice(1)).toMatchObject([
      {
        type: 'post.liked',
        data: { authorId: alice._id, actor: { _id: bob._id }, rev: 2, view: { likes: [bob._id], likesCount: 1 } },
      },
      { type: 'post.unliked', data: { rev: 3, view: { likes: [], likesCount: 0, comments: [], commentsCount: 0 } } },
    ])
  })

  it('toggles the like when no state is requested', async () => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    const toggle = () => as(bob).post(`/posts/${post._id}/like`)
    expect((await toggle()).body).toMatchObject({ liked: true, likesCount: 1 })
    expect((await toggle().send({})).body).toMatchObject({ liked: false, likesCount: 0 })
  })

  it('rejects posts that the member may not see, and invalid states', async () => {
    const { as, addMember, addPost, block } = await getPosts()
    const dave = await addMember()
    const post = await addPost({ by: dave })
    await block(dave, carol)
    expect(await as(carol).post(`/posts/${post._id}/like`)).toMatchObject({ status: 404 })
    expect(await as(carol).post(`/posts/${UNKNOWN_ID}/like`)).toMatchObject({ status: 404 })
    for (const state of ['true', 1, null, [], {}])
      expect(await as(bob).post(`/posts/${post._id}/like`).send({ state })).toMatchObject({ status: 400 })
  })

  it('shows the newest 100 likers and always the viewer', async () => {
    const { as, ports, now, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    await as(bob).post(`/posts/${post._id}/like`)
    for (let made = 0; made < 110; made += 1) {
      await ports.likes.set(createLikeChange(post._id, createTestMember(), now()), true)
    }
    const { likes } = (await as(bob).get(`/posts/${post._id}`)).body
    expect(likes).toHaveLength(101)
    expect(likes).toContain(bob._id)
    expect((await as(carol).get(`/posts/${post._id}`)).body.likes).toHaveLength(100)
  })

  it('keeps the counter equal to the number of likes under 50 concurrent changes of 20 members', async () => {
    const { as, publishedEvents, inspect, addPost, addMember } = await getPosts()
    const post = await addPost({ by: alice })
    const members: TestMember[] = await Promise.all(Array.from({ length: 20 }, () => addMember()))
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const call = as(members[index % 20] as TestMember).post(`/posts/${post._id}/like`)
        return index % 3 === 0 ? call.send({ state: true }) : call
      }),
    )
    const refused = responses.filter(({ status }) => status !== 200) // on a busy machine some wait for too long
    expect(refused.filter(({ status }) => status !== 503)).toEqual([])

    const storedLikes = await inspect.countRows('likes', post._id)
    const { body } = await as(carol).get(`/posts/${post._id}`)
    expect(body.likesCount).toBe(storedLikes)
    expect(new Set(body.likes).size).toBe(storedLikes)

    const likeEvents = (await publishedEvents(post)).slice(1) as {
      type: string
      data: { rev: number; view: { likesCount: number } }
    }[]
    expect(likeEvents.map(({ data }) => data.rev)).toEqual(likeEvents.map((_, index) => index + 2))
    expect(body.rev).toBe(likeEvents.length + 1)
    let count = 0
    for (const { type, data } of likeEvents) {
      count += type === 'post.liked' ? 1 : -1
      expect(data.view.likesCount).toBe(count)
    }
    expect(count).toBe(storedLikes)
  })
})

describe('GET /posts/:id/likes', () => {
  it('pages through the members who like the post, for members who may see the post', async () => {
    const { as, addMember, addPost, block } = await getPosts()
    const author = await addMember()
    const post = await addPost({ by: author })
    for (const member of [alice, bob, carol]) await as(member).post(`/posts/${post._id}/like`).send({ state: true })
    const list = async (query = '') => (await as(alice).get(`/posts/${post._id}/likes${query}`)).body
    const first = await list('?limit=2')
    expect(first).toMatchObject({ members: [{ _id: carol._id }, { _id: bob._id }], hasMore: true })
    expect(await list(`?limit=2&cursor=${first.nextCursor}`)).toMatchObject({
      members: [{ _id: alice._id, username: alice.username }],
      hasMore: false,
      nextCursor: null,
    })
    await block(author, alice)
    expect(await as(alice).get(`/posts/${post._id}/likes`)).toMatchObject({ status: 404 })
    expect(await as(alice).get(`/posts/${UNKNOWN_ID}/likes`)).toMatchObject({ status: 404 })
    for (const query of ['?cursor=nonsense', '?limit=0', '?limit=1000', `?cursor=${'x'.repeat(500)}`])
      expect(await as(bob).get(`/posts/${post._id}/likes${query}`)).toMatchObject({ status: 400 })
  })
})
