import { expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { alice, bob } from '@meadow/testing'
import { checkWhileTablesGrow, explainGenericPlan } from '@meadow/testing/postgres-plans'
import { openPostgresTestStore } from '@meadow/testing/service'
import type { Pool } from 'pg'
import { postsMigrations as migrations } from '../src/migrations.ts'
import { createPostgresPostsPorts } from '../src/store.ts'
import { createPostgresTimeline } from '../src/timelines/postgres-timeline.ts'

/** The indexes by which statements must find posts, for the first page and for the next one. */
const EXPECTED: Record<string, string[]> = {
  'home-strategy': ['posts_by_time'],
  'visible-member': [],
  'timeline-newest-of-all': ['posts_by_time'],
  'timeline-newest-of-timeline': ['posts_pkey', 'posts_by_author', 'posts_pkey'],
  'keep-timeline': [],
  'timeline-newest-of-each': ['posts_by_author', 'posts_pkey'],
  'timeline-all': ['posts_by_time'],
  'timeline-discover': ['posts_by_time'],
  'timeline-member': ['posts_by_author'],
  'timeline-member-media': ['posts_with_picture'],
  'timeline-liked': ['likes_by_member', 'posts_pkey'],
  'timeline-member-liked': ['likes_of_author', 'posts_pkey'],
}
const PAGE_SUFFIX = /-(first|after)-5$/

const CHECKED_INDEXES = /^(posts_|likes_by_member|likes_of_author)/
const FILLED_TABLES = ['posts', 'members', 'follows', 'blocks', 'likes']

/** 400 members with 20 posts each; each of them follows twenty, blocks one, and likes its own posts. */
const FILL_TABLES = `
  with author as (
    insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
    select gen_random_uuid(), 'author' || n, '', '', false, 'active', now(), 1, 1 from generate_series(1, 400) n
    returning id
  ),
  pair as (
    select one.id, other.id as other_id, (other.index - one.index + 400) % 400 as distance
    from (select id, row_number() over (order by id) as index from author) one,
      (select id, row_number() over (order by id) as index from author) other
  ),
  followed as (
    insert into follows (from_id, to_id, version, active, at)
    select id, other_id, 1, true, now() from pair where distance between 1 and 20
  ),
  blocked as (
    insert into blocks (from_id, to_id, version, active, at) select id, other_id, 1, true, now() from pair where distance = 21
  ),
  post as (
    insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
    select gen_random_uuid(), id, 'A post', '', now() - n * interval '1 hour', 1, 0, 0, n = 1 from author, generate_series(1, 20) n
    returning id, author_id
  )
  insert into likes (post_id, member_id, author_id, created_at) select id, author_id, author_id, now() from post`

/** Alice wrote enough of the newest posts for a scan of these, and Bob nothing. */
const ADD_ALICE_AND_BOB = `
  with alice as (
    insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
    values ($1, 'alice', 'Alice', '', false, 'active', now(), 1, 1) returning id
  ),
  bob as (
    insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
    values ($2, 'bob', 'Bob', '', false, 'active', now(), 1, 1)
  )
  insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
  select gen_random_uuid(), id, 'A post', '', now(), 1, 0, 0, false from alice, generate_series(1, 20)`

it('timelines are read through indexes, never by a sequential scan, on almost empty tables, on full ones, and after their analysis', async () => {
  await using store = await openPostgresTestStore({ migrations, createPorts: createPostgresPostsPorts })
  const { pool } = store
  await pool.query(ADD_ALICE_AND_BOB, [alice._id, bob._id])
  await pool.query(
    `insert into timelines (member_id, is_ready, read_at) values ($1, true, now() - interval '2 days')`,
    [bob._id],
  )
  const statements = await listStatements(pool)
  await checkWhileTablesGrow(pool, FILL_TABLES, expectIndexes)

  async function expectIndexes(): Promise<void> {
    const found = new Set<string>()
    for (const [name, text] of statements) {
      const nodes = await explainGenericPlan(pool, text)
      const scanned = nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
      expect({ name, scanned: scanned.filter((table) => FILLED_TABLES.includes(table)) }).toEqual({ name, scanned: [] })
      const indexes = nodes.flatMap((node) => node['Index Name'] ?? []).filter((index) => CHECKED_INDEXES.test(index))
      expect({ name, indexes }).toEqual({ name, indexes: EXPECTED[name.replace(PAGE_SUFFIX, '')] })
      found.add(name.replace(PAGE_SUFFIX, ''))
    }
    expect([...found].toSorted()).toEqual(Object.keys(EXPECTED).toSorted())
  }
})

/** Reads two pages of each timeline. Returns the texts of its statements by their names. */
async function listStatements(pool: Pool): Promise<Map<string, string>> {
  const statements = new Map<string, string>()
  const recording = {
    query: (statement: { name: string; text: string }) => {
      statements.set(statement.name, statement.text)
      return pool.query(statement)
    },
  }
  const timeline = createPostgresTimeline(recording as unknown as Pool)
  const first = { limit: 5, after: undefined, skip: 0 }
  const next = { ...first, after: { _id: newId(new Date()), createdAt: new Date(Date.now() + 60_000) } }
  for (const window of [first, next]) {
    for (const viewer of [alice, bob])
      for (const scope of ['following', 'all', 'discover'] as const) await timeline.listHome(viewer, scope, window)
    for (const tab of [undefined, 'media', 'liked'] as const) await timeline.listByMember('alice', alice, window, tab)
    await timeline.listByMember('alice', bob, window, 'liked')
  }
  return statements
}
