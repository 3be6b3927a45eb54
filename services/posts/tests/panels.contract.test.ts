import { expect, it } from '@jest/globals'
import { describeOnEachEngine } from '@meadow/testing'
import { openPosts } from './fixtures.ts'
import { postsTestStores } from './store-fixtures.ts'

describeOnEachEngine(await postsTestStores.listOpeners(), (openStore) => {
  // Each test has a service: a service counts the comments of the last hour at most twice a minute.
  async function openMembers() {
    const posts = await openPosts({ openStore })
    const [author, one, other] = [await posts.addMember(), await posts.addMember(), await posts.addMember()]
    return { ...posts, author, one, other, [Symbol.asyncDispose]: () => posts[Symbol.asyncDispose]() }
  }

  it('lists the posts on which several members comment, as far as the viewer may see them and does not mute their authors', async () => {
    await using posts = await openMembers()
    const { as, addPost, addComment, relations, author, one, other } = posts
    const busy = await addPost({ by: author, content: 'Who has seen the heron?' })
    const monologue = await addPost({ by: author })
    for (const by of [one, other, one]) await addComment(busy, by)
    for (const by of [one, author, one]) await addComment(monologue, by)
    const summary = { _id: busy._id, user: { _id: author._id }, excerpt: 'Who has seen the heron?' }
    const listLive = async () => (await as(other).get('/posts/live')).body.posts
    expect(await listLive()).toMatchObject([{ post: summary, commentsCount: 3 }])
    await relations.mute(other, author)
    expect(await listLive()).toEqual([])
    await relations.unmute(other, author)
    expect(await listLive()).toHaveLength(1)
    await relations.block(author, other)
    expect(await listLive()).toEqual([])
  })

  it('counts comments that wait for an answer: by others, since the last own comment, of the last week', async () => {
    await using posts = await openMembers()
    const { as, addPost, addComment, relations, author, one, other } = posts
    const [answered, open] = [await addPost({ by: author }), await addPost({ by: author })]
    for (const by of [one, other, author, one]) await addComment(answered, by)
    for (const by of [other, author]) await addComment(await addPost({ by: one }), by)
    await addComment(open, other)
    const countWaiting = async () => (await as(author).get('/posts/insights')).body.waitingComments
    expect(await countWaiting()).toBe(2)
    await relations.mute(author, other)
    expect(await countWaiting()).toBe(1)
    await relations.block(one, author)
    expect(await countWaiting()).toBe(0)
  })

  it('computes figures from own posts, and from nothing without posts', async () => {
    await using posts = await openMembers()
    const { as, addPost, author, one } = posts
    const nothing = { waitingComments: 0, bestHour: null, postsCount: 0, likes: { thisWeek: 0, lastWeek: 0 } }
    expect((await as(one).get('/posts/insights')).body).toEqual(nothing)
    for (let count = 0; count < 5; count += 1) {
      const { _id } = await addPost({ by: author })
      await as(one).post(`/posts/${_id}/like`).send({ state: true })
    }
    const { body } = await as(author).get('/posts/insights')
    expect(body).toMatchObject({ postsCount: 5, likes: { thisWeek: 5, lastWeek: 0 } })
    expect(body.bestHour).toEqual(expect.any(Number))
  })

  it('lists own posts, comments and likes, newest first, without what the member may no longer see', async () => {
    await using posts = await openMembers()
    const { as, addPost, addComment, relations, author, one } = posts
    const theirs = await addPost({ by: author, content: 'A post' })
    await addPost({ by: one, content: 'My own' })
    await addComment(theirs, one)
    await as(one).post(`/posts/${theirs._id}/like`).send({ state: true })
    const listActions = async () =>
      (await as(one).get('/posts/activity')).body.actions.map(
        ({ kind, post }: { kind: string; post: { excerpt: string } }) => `${kind} ${post.excerpt}`,
      )
    expect(await listActions()).toEqual(['like A post', 'comment A post', 'post My own'])
    expect((await as(author).get('/posts/activity')).body.actions).toHaveLength(1)
    await relations.block(author, one)
    expect(await listActions()).toEqual(['post My own'])
  })
})
