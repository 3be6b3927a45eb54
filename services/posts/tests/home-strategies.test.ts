import { expect, it, jest } from '@jest/globals'
import { alice, bob, createTestMember, shareAcrossTests, type TestMember } from '@meadow/testing'
import { explainAnalyze } from '@meadow/testing/postgres-plans'
import { openPostgresTestStore } from '@meadow/testing/service'
import type { Pool } from 'pg'
import { postsMigrations as migrations } from '../src/migrations.ts'
import { createPostgresPostsPorts } from '../src/store.ts'
import { createPostgresTimeline } from '../src/timelines/postgres-timeline.ts'
import type { TimelineWindow } from '../src/timelines/timeline.ts'

const FOLLOWED = 300
const ERIN_FOLLOWED = 33
const FIRST_PAGE: TimelineWindow = { limit: 5, after: undefined }
const erin = createTestMember()

/**
 * Alice follows 300 members, Erin 33 of them and Bob nobody. These members and 300 strangers wrote two posts each. The tests share
 * this and add to it.
 */
const opened = shareAcrossTests(async () => {
  const { pool, ...store } = await openPostgresTestStore({ migrations, createPorts: createPostgresPostsPorts })
  await pool.query(
    `insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
     select id, name, name, '', false, 'active', now(), 1, 1
     from unnest($1::uuid[], $2::text[]) as viewer (id, name)
     union all select gen_random_uuid(), kind || n, kind || n, '', false, 'active', now(), 1, 1
     from unnest(array['followed', 'stranger']) kind, generate_series(1, ${FOLLOWED}) n`,
    [
      [alice._id, erin._id, bob._id],
      ['alice', 'erin', 'bob'],
    ],
  )
  await pool.query(
    `insert into follows (from_id, to_id, version, active, at)
     select $1::uuid, id, 1, true, now() from members where username like 'followed%'
     union all select $2::uuid, id, 1, true, now() from members where username ~ '^followed[1-3].?$'`,
    [alice._id, erin._id],
  )
  await pool.query(addPostsSql(`username ~ '^(followed|stranger)'`, 2, '2026-03-01'))
  return { pool, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
})

const addPostsSql = (authors: string, each: number, from: string) => `
  insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
  select gen_random_uuid(), author.id, 'A post', '', timestamptz '${from}' + (post * 1000 + author.index) * interval '1 second',
    1, 0, 0, false
  from (select id, row_number() over (order by username) as index from members where ${authors}) author,
    generate_series(1, ${each}) post`

/** Lists the ids that a page must have, by a query without any shortcut. */
async function listExpected(pool: Pool, viewer: TestMember, window: TimelineWindow): Promise<string[]> {
  const { rows } = await pool.query(
    `select p.id from posts p join members m on m.id = p.author_id
     where (p.author_id = $1 or exists (select from follows where from_id = $1 and to_id = p.author_id and active))
       and m.state = 'active' and not exists (
         select from blocks where active and (from_id, to_id) in (($1, p.author_id), (p.author_id, $1))
       ) and ($2::timestamptz is null or (p.created_at, p.id) < ($2, $3::uuid))
     order by p.created_at desc, p.id desc limit ${window.limit + 1}`,
    [viewer._id, window.after?.createdAt, window.after?._id],
  )
  return rows.map(({ id }) => id)
}

type RecordedStatement = { name?: string; text: string; values: unknown[] }

/** Creates a timeline, and the list of its statements. */
function openTimeline(pool: Pool) {
  const statements: RecordedStatement[] = []
  const recording = {
    query: (statement: RecordedStatement) => {
      statements.push(statement)
      return pool.query(statement)
    },
  }
  return { timeline: createPostgresTimeline(recording as unknown as Pool), statements }
}

/** Counts the members whose posts PostgreSQL looks up in these statements, which is one index scan each. */
async function countLookups(pool: Pool, statements: readonly RecordedStatement[]): Promise<number> {
  const plans = await Promise.all(statements.map((statement) => explainAnalyze(pool, statement)))
  const lookups = plans.flat().filter((node) => node['Index Name'] === 'posts_by_author')
  return lookups.reduce((sum, node) => sum + (node['Actual Loops'] ?? 0), 0)
}

/**
 * Compares three pages, and the first one again, with those expected. Returns the number of statements and lookups of each.
 */
async function comparePages(pool: Pool, viewer: TestMember) {
  const { timeline, statements } = openTimeline(pool)
  const pages: { statements: number; lookups: number }[] = []
  const comparePage = async (window: TimelineWindow) => {
    statements.length = 0
    const ids = (await timeline.listHome(viewer, 'following', window)).map(({ _id }) => _id)
    expect(ids).toEqual(await listExpected(pool, viewer, window))
    return { ids, counts: { statements: statements.length, lookups: await countLookups(pool, statements) } }
  }
  let window = FIRST_PAGE
  for (let page = 0; page < 3; page += 1) {
    const { ids, counts } = await comparePage(window)
    pages.push(counts)
    const last = ids.at(-2) as string
    const { rows } = await pool.query('select created_at from posts where id = $1', [last])
    window = { ...window, after: { _id: last, createdAt: rows[0].created_at } }
  }
  pages.push((await comparePage(FIRST_PAGE)).counts)
  return pages
}

/** The first page looks up the strategy. No later page changes it, also if the scan did not fill that page. */
const FOUND_IN_NEWEST = [
  { statements: 2, lookups: 0 },
  { statements: 1, lookups: 0 },
  { statements: 1, lookups: 0 },
  { statements: 1, lookups: 0 },
]

it('finds the posts of followed members in the newest of all', async () => {
  const { pool } = await opened()
  await pool.query('analyze')
  expect(await comparePages(pool, alice)).toEqual(FOUND_IN_NEWEST)
  expect(await comparePages(pool, erin)).toEqual(FOUND_IN_NEWEST)
})

it('hides posts across a block and of deactivated members', async () => {
  const { pool } = await opened()
  for (const viewer of [alice, erin]) {
    const newest = await listExpected(pool, viewer, FIRST_PAGE)
    const { rows } = await pool.query('select author_id from posts where id = any($1)', [newest])
    const [blocking, deactivated] = rows.map(({ author_id }) => author_id)
    await pool.query('insert into blocks (from_id, to_id, version, active, at) values ($1, $2, 1, true, now())', [
      blocking,
      viewer._id,
    ])
    await pool.query(`update members set state = 'deactivated' where id = $1`, [deactivated])
    expect(await listExpected(pool, viewer, FIRST_PAGE)).not.toEqual(newest)
    expect(await comparePages(pool, viewer)).toEqual(FOUND_IN_NEWEST)
  }
})

it('reads the posts of each followed member, and remembers this, when the newest of all do not fill a page', async () => {
  const { pool } = await opened()
  await pool.query(addPostsSql(`username like 'stranger%'`, 5, '2026-04-01'))
  await pool.query('analyze')
  expect(await comparePages(pool, alice)).toEqual([
    { statements: 3, lookups: FOLLOWED + 1 },
    { statements: 1, lookups: FOLLOWED + 1 },
    { statements: 1, lookups: FOLLOWED + 1 },
    { statements: 1, lookups: FOLLOWED + 1 },
  ])
  expect(await comparePages(pool, erin)).toEqual([
    { statements: 2, lookups: ERIN_FOLLOWED + 1 }, // for a viewer who follows few, this is known before
    { statements: 1, lookups: ERIN_FOLLOWED + 1 },
    { statements: 1, lookups: ERIN_FOLLOWED + 1 },
    { statements: 1, lookups: ERIN_FOLLOWED + 1 },
  ])
  const { timeline } = openTimeline(pool)
  expect(await timeline.listHome(bob, 'following', FIRST_PAGE)).toEqual([])
})

it('reads pages below the oldest entry of a timeline without it, by a scan of the posts there if this fills them', async () => {
  const { pool } = await opened()
  const { timeline, statements } = openTimeline(pool)
  const frank = createTestMember()
  await pool.query(
    `with viewer as (
       insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
       values ($1, 'frank', 'Frank', '', false, 'active', now(), 1, 1)
     )
     insert into follows (from_id, to_id, version, active, at)
     select $1, id, 1, true, now() from members where username ~ '^followed[1-3].?$'`,
    [frank._id],
  )
  await pool.query(`update members set state = 'active' where state <> 'active'`)
  await pool.query(
    `with copied as (delete from posts_to_fan_out),
     timeline as (insert into timelines (member_id, is_ready, read_at) values ($1, true, now()))
     insert into timeline_entries (member_id, created_at, post_id, author_id)
     select $1, created_at, id, author_id from posts where author_id in (select to_id from follows where from_id = $1)
     order by created_at desc, id desc limit 20`,
    [frank._id],
  )
  const listNames = async (window: TimelineWindow) => {
    statements.length = 0
    const ids = (await timeline.listHome(frank, 'following', window)).map(({ _id }) => _id)
    expect(ids).toEqual(await listExpected(pool, frank, window))
    return { ids, names: statements.map(({ name }) => name?.replace(/-(first|after)-5$/, '')) }
  }
  const listAfter = async (id: string) => {
    const { rows } = await pool.query('select created_at from posts where id = $1', [id])
    return listNames({ ...FIRST_PAGE, after: { _id: id, createdAt: rows[0].created_at } })
  }
  const all = await listExpected(pool, frank, { ...FIRST_PAGE, limit: 100 })
  expect((await listNames(FIRST_PAGE)).names).toEqual(['home-strategy', 'timeline-newest-of-timeline'])
  expect((await listAfter(all[4] as string)).names).toEqual(['timeline-newest-of-timeline'])
  expect((await listAfter(all[24] as string)).names).toEqual(['timeline-newest-of-all'])
  const last = all.at(-4) as string
  expect((await listAfter(last)).names).toEqual(['timeline-newest-of-all', 'timeline-newest-of-each'])
  expect((await listAfter(last)).names).toEqual(['timeline-newest-of-each']) // it is remembered
})

it('requests a timeline of a viewer whose first page was read without one five times', async () => {
  const { pool } = await opened()
  const { timeline, statements } = openTimeline(pool)
  const countRequests = () => statements.filter(({ name }) => name === 'request-timeline').length
  for (let page = 0; page < 4; page += 1) await timeline.listHome(erin, 'following', FIRST_PAGE)
  expect(countRequests()).toBe(0)
  await timeline.listHome(erin, 'following', FIRST_PAGE)
  expect(countRequests()).toBe(1)
  await timeline.listHome(erin, 'following', FIRST_PAGE)
  expect(countRequests()).toBe(1)
})

it('looks up the strategy of a viewer again after ten minutes', async () => {
  const { pool } = await opened()
  const { timeline, statements } = openTimeline(pool)
  const listNames = async () => {
    statements.length = 0
    await timeline.listHome(erin, 'following', FIRST_PAGE)
    return statements.map(({ name }) => name)
  }
  expect(await listNames()).toContain('home-strategy')
  expect(await listNames()).not.toContain('home-strategy')
  const later = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 600_001)
  try {
    expect(await listNames()).toContain('home-strategy')
  } finally {
    later.mockRestore()
  }
})
