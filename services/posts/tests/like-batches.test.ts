import { expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { createTestMember, shareAcrossTests, type TestMember } from '@meadow/testing'
import { explainGenericPlan } from '@meadow/testing/postgres-plans'
import { countStatements, openPostgresTestStore } from '@meadow/testing/service'
import { LIKE_BATCH_STATEMENTS } from '../src/likes/postgres-like-batch.ts'
import { postsMigrations as migrations } from '../src/migrations.ts'
import { createPostgresPostsPorts } from '../src/store.ts'
import { createLikeChange, createNewPost, nextMoment } from './repository-fixtures.ts'

const opened = shareAcrossTests(async () => {
  const store = await openPostgresTestStore({ migrations, createPorts: createPostgresPostsPorts })
  return { ...store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
})

type LikeEvent = { type: string; data: { rev: number; view: { likesCount: number; likes: string[] } } }

async function setUp() {
  const { ports, pool, members, publishedEvents } = await opened()
  const addMember = async () => {
    const member = createTestMember()
    await members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
    return member
  }
  const author = await addMember()
  const post = createNewPost(author)
  await ports.posts.add(post)
  return {
    ports,
    pool,
    members,
    author,
    addMembers: (count: number) => Promise.all(Array.from({ length: count }, addMember)),
    like: (by: TestMember, state?: boolean) => ports.likes.set(createLikeChange(post._id, by), state),
    readPost: async () => (await ports.posts.findMany([post._id], author))[0],
    likeEvents: async () =>
      (await publishedEvents())
        .filter(({ subject, type }) => subject === post._id && type !== 'post.created')
        .map((event) => event as unknown as LikeEvent),
    postId: post._id,
  }
}

it('likes of a post that wait are written by one transaction, in their order', async () => {
  const { ports, pool, addMembers, like, readPost, likeEvents, postId } = await setUp()
  const metrics = createMetrics()
  for (const { registerMetrics } of ports.writerMetrics) registerMetrics?.(metrics)
  const likers = await addMembers(30)
  expect(await Promise.all(likers.map((member) => like(member)))).toEqual(likers.map(() => true))
  const { rows } = await pool.query('select distinct xmin::text from likes where post_id = $1', [postId])
  expect(rows).toHaveLength(1)
  const ids = likers.map(({ _id }) => _id)
  expect(await readPost()).toMatchObject({ likesCount: 30, rev: 31, likes: ids.toReversed() })
  expect((await likeEvents()).map(({ data: { rev, view } }) => [rev, view.likesCount, view.likes[0]])).toEqual(
    ids.map((id, index) => [index + 2, index + 1, id]),
  )
  const rendered = await metrics.render()
  expect(rendered).toContain('batch_size_sum{batch="likes"} 30')
  expect(rendered).toContain('batch_size_count{batch="likes"} 1')
  expect(rendered).toContain('batch_waiting{batch="likes"} 0')
})

it('many likes of a post cost as few statements as one', async () => {
  const { addMembers, like, readPost } = await setUp()
  const likeAll = (likers: readonly TestMember[]) => countStatements(() => Promise.all(likers.map((one) => like(one))))
  const likers = await addMembers(41)
  expect(await likeAll(likers.slice(0, 1))).toMatchObject({ statements: 5 }) // begin, lock, read, write, commit
  expect(await likeAll(likers.slice(1))).toMatchObject({ statements: 5 })
  expect(await readPost()).toMatchObject({ likesCount: 41 })
})

it('repeated and contradictory requests in one batch leave the like that was requested last', async () => {
  const { pool, addMembers, like, readPost, likeEvents, postId } = await setUp()
  const [dora, emil] = (await addMembers(2)) as [TestMember, TestMember]
  await like(dora, true)
  const results = [
    like(dora, false),
    like(emil),
    like(dora, true),
    like(emil),
    like(dora),
    like(dora, true),
    like(emil),
  ]
  expect(await Promise.all(results)).toEqual([false, true, true, false, false, true, true])
  const post = await readPost()
  expect(post).toMatchObject({ likesCount: 2, likes: [emil._id, dora._id], rev: 9 })
  const { rowCount } = await pool.query('select from likes where post_id = $1', [postId])
  expect(rowCount).toBe(2)
  expect((await likeEvents()).map(({ data }) => data.view.likesCount)).toEqual([1, 0, 1, 2, 1, 0, 1, 2])
})

it('a request that breaks a rule is refused alone, and unknown members like at once', async () => {
  const { members, author, addMembers, like, readPost } = await setUp()
  const [dora, blocked, left] = (await addMembers(3)) as [TestMember, TestMember, TestMember]
  const newcomer = createTestMember()
  await members.setBlock({ from: author._id, to: blocked._id, version: 1, active: true, at: nextMoment() })
  await members.applyAccount({ _id: left._id, accountVersion: 1, state: 'deactivated' })
  expect(await Promise.allSettled([like(dora), like(blocked), like(left), like(newcomer)])).toMatchObject([
    { value: true },
    { reason: { code: 'post_not_found' } },
    { reason: { code: 'forbidden' } },
    { value: true },
  ])
  expect(await readPost()).toMatchObject({ likesCount: 2, likes: [newcomer._id, dora._id] })
})

it('the statements of a batch scan indexes only, also when many posts have been analysed', async () => {
  const { pool, postId, author, addMembers } = await setUp()
  const [liker] = (await addMembers(1)) as [TestMember]
  await pool.query(
    `insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
     select gen_random_uuid(), $1, '', '', now(), 1, 0, 0, false from generate_series(1, 5000)`,
    [author._id],
  )
  await pool.query(
    `insert into likes (post_id, member_id, author_id, created_at) select id, $1, $2, now() from posts where id <> $3`,
    [liker._id, author._id, postId],
  )
  await pool.query(
    `insert into members (id, username, full_name, avatar, is_verified, state, account_version, profile_version)
     select gen_random_uuid(), 'member' || n, '', '', false, 'active', 1, 0 from generate_series(1, 5000) n`,
  )
  await pool.query('analyze posts, likes, members') // PostgreSQL scans a table of one page, once it knows that
  for (const { name, text } of Object.values(LIKE_BATCH_STATEMENTS)) {
    const scanned = (await explainGenericPlan(pool, text))
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'])
    expect({ name, scanned }).toEqual({ name, scanned: [] })
  }
})
