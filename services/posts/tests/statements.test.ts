import { expect, it } from '@jest/globals'
import { alice, bob, shareAcrossTests } from '@meadow/testing'
import { countStatements } from '@meadow/testing/service'
import { openPosts } from './fixtures.ts'
import { postsTestStores } from './store-fixtures.ts'

const opened = shareAcrossTests(async () => {
  const { postgres } = await postsTestStores.listOpeners()
  return openPosts({ openStore: postgres, limitsPerHour: { posts: 30, comments: 60 } })
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
  const { as, addMember } = await opened()
  const author = await addMember()
  const publish = (key: string) =>
    countStatements(() => as(author).post('/posts').set('Idempotency-Key', key).send({ content: 'A post' }))
  for (const key of ['first-post-of-hour', 'second-post-of-hour', 'third-post-of-hour'])
    expect(await publish(key)).toMatchObject({ statements: 1, result: { status: 201 } })
  await publish('opens-the-shared-state')
  expect(await publish('fifth-post-of-hour')).toMatchObject({ statements: 2, result: { status: 201 } })
})
