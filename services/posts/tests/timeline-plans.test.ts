import { expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { explainGenericPlan } from '@meadow/testing/postgres-plans'
import { openPostgresTestStore } from '@meadow/testing/service'
import type { Pool } from 'pg'
import { postsMigrations as migrations } from '../src/migrations.ts'
import { createPostgresPostsPorts } from '../src/store.ts'
import { createPostgresTimeline } from '../src/timelines/postgres-timeline.ts'

/** The indexes by which each statement must find its posts. */
const EXPECTED = {
  'followed-search': ['posts_by_time'],
  'timeline-among-newest-first-5': ['posts_by_time'],
  'timeline-newest-of-each-first-5': ['posts_by_author', 'posts_pkey'],
  'timeline-all-first-5': ['posts_by_time'],
  'timeline-discover-first-5': ['posts_by_time'],
  'timeline-member-first-5': ['posts_by_author'],
  'timeline-member-media-first-5': ['posts_with_picture'],
  'timeline-liked-first-5': ['likes_by_member', 'posts_pkey'],
}

const INDEXES_OF_POSTS = /^(posts_|likes_by_member)/
const FILLED_TABLES = ['posts', 'members', 'follows', 'blocks', 'likes']

/** 1,000 members with 20 posts each; each of them follows twenty, blocks one, and likes the own posts. */
const FILL_TABLES = `
  with author as (
    insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
    select gen_random_uuid(), 'author' || n, '', '', false, 'active', now(), 1, 1 from generate_series(1, 1000) n
    returning id
  ),
  pair as (
    select one.id, other.id as other_id, (other.index - one.index + 1000) % 1000 as distance
    from (select id, row_number() over () as index from author) one,
      (select id, row_number() over () as index from author) other
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
    select gen_random_uuid(), id, 'A post', '', now(), 1, 0, 0, n = 1 from author, generate_series(1, 20) n
    returning id, author_id
  )
  insert into likes (post_id, member_id, author_id, created_at) select id, author_id, author_id, now() from post`

/** Her posts fill her page. Bob's has none. */
const ADD_ALICE = `
  with alice as (
    insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
    values ($1, 'alice', 'Alice', '', false, 'active', now(), 1, 1) returning id
  )
  insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
  select gen_random_uuid(), id, 'A post', '', now(), 1, 0, 0, false from alice, generate_series(1, 20)`

it('scan posts by an index only, on almost empty tables, on full ones, and after their analysis', async () => {
  await using store = await openPostgresTestStore({ migrations, createPorts: createPostgresPostsPorts })
  const { pool } = store
  await pool.query(ADD_ALICE, [alice._id])
  const statements = await listStatements(pool)
  await expectIndexes()
  await pool.query(FILL_TABLES)
  await expectIndexes()
  await pool.query('analyze')
  await expectIndexes()

  async function expectIndexes(): Promise<void> {
    const found: Record<string, string[]> = {}
    for (const [name, text] of statements) {
      const nodes = await explainGenericPlan(pool, text)
      const scanned = nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
      expect({ name, scanned: scanned.filter((table) => FILLED_TABLES.includes(table)) }).toEqual({ name, scanned: [] })
      const indexes = nodes.flatMap((node) => node['Index Name'] ?? []).filter((index) => INDEXES_OF_POSTS.test(index))
      if (indexes.length > 0) found[name] = indexes
    }
    expect(found).toEqual(EXPECTED)
  }
})

/** Reads each timeline once. Returns the texts of its statements by their names. */
async function listStatements(pool: Pool): Promise<Map<string, string>> {
  const statements = new Map<string, string>()
  const recording = {
    query: (statement: { name: string; text: string }) => {
      statements.set(statement.name, statement.text)
      return pool.query(statement)
    },
  }
  const timeline = createPostgresTimeline(recording as unknown as Pool)
  const window = { limit: 5, after: undefined, skip: 0 }
  for (const viewer of [alice, bob])
    for (const scope of ['following', 'all', 'discover'] as const) await timeline.listHome(viewer, scope, window)
  for (const tab of [undefined, 'media', 'liked'] as const) await timeline.listByMember('alice', alice, window, tab)
  return statements
}
