import { expect, it } from '@jest/globals'
import { alice, bob, carol, createTestMember, shareAcrossTests } from '@meadow/testing'
import { countStatements } from '@meadow/testing/service'
import { openPosts } from './fixtures.ts'
import { postsTestStores } from './store-fixtures.ts'

const opened = shareAcrossTests(async () => {
  const { postgres } = await postsTestStores.listOpeners()
  const posts = await openPosts({ openStore: postgres, limitsPerHour: { posts: 30, comments: 60 } })
  return {
    ...posts,
    /** Adds a member whose account is a day old. */
    async addEstablishedMember() {
      const member = createTestMember()
      const createdAt = new Date(posts.now().getTime() - 86_400_000)
      await posts.members.applyAccount({ ...member, accountVersion: 1, state: 'active', createdAt })
      return member
    },
    [Symbol.asyncDispose]: () => posts[Symbol.asyncDispose](),
  }
})

it.each(['following', 'all', 'discover'])('a page of posts is one statement: scope=%s', async (scope) => {
  const { as, addPost } = await opened()
  for (let index = 0; index < 3; index += 1) await addPost({ by: bob, content: `Post ${index}` })
  await as(bob).get('/posts?limit=2') // looks up whether he follows many, which is then remembered
  const page = await countStatements(() => as(scope === 'discover' ? alice : bob).get(`/posts?scope=${scope}&limit=2`))
  expect(page).toMatchObject({ statements: 1, result: { status: 200, body: { pagination: { hasMore: true } } } })
  expect(page.result.body.posts).toHaveLength(2)
})

it('a post is one statement, also with a client key, and its author is counted in memory first', async () => {
  const { as, addEstablishedMember } = await opened()
  const author = await addEstablishedMember()
  const publish = (key: string) =>
    countStatements(() => as(author).post('/posts').set('Idempotency-Key', key).send({ content: 'A post' }))
  await publish('first-post-of-hour') // looks up the refused words and the registration, which are then remembered
  for (const key of ['second-post-of-hour', 'third-post-of-hour'])
    expect(await publish(key)).toMatchObject({ statements: 1, result: { status: 201 } })
  await publish('opens-the-shared-state')
  expect(await publish('fifth-post-of-hour')).toMatchObject({ statements: 2, result: { status: 201 } })
})

it('a batch of views is one statement, and it is counted in memory first', async () => {
  const { as, addPost } = await opened()
  const ids = await Promise.all(Array.from({ length: 5 }, async () => (await addPost({ by: carol }))._id))
  await as(bob)
    .post('/posts/views')
    .send({ ids: ids.slice(0, 1) })
  expect(await countStatements(() => as(bob).post('/posts/views').send({ ids }))).toMatchObject({
    statements: 1,
    result: { status: 200 },
  })
})

it('a comment costs nothing for the check of its words and of the age of the account', async () => {
  const { as, addPost, addEstablishedMember } = await opened()
  const author = await addEstablishedMember()
  const { _id } = await addPost({ by: author })
  const comment = () => countStatements(() => as(author).post(`/posts/${_id}/comments`).send({ text: 'A comment' }))
  await comment() // looks up both, which are then remembered
  // seven of the transaction, and the post in the response
  expect(await comment()).toMatchObject({ statements: 8, result: { status: 201 } })
})

it('a page of a search is three statements, however many posts match', async () => {
  const { as, addPost, ports, addEstablishedMember } = await opened()
  const author = await addEstablishedMember()
  for (let index = 0; index < 12; index += 1) await addPost({ by: author, content: `Hornbeam ${index}` })
  while ((await ports.postIndex.indexNext()) > 0);
  const search = () => countStatements(() => as(bob).get('/search?q=hornbeam%20&limit=5'))
  expect(await search()).toMatchObject({
    statements: 3,
    result: { status: 200, body: { pagination: { hasMore: true } } },
  })
})
