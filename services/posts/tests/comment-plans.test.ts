import { expect, it } from '@jest/globals'
import { alice } from '@meadow/testing'
import { countReadPages } from '@meadow/testing/postgres-plans'
import { openPostgresTestStore } from '@meadow/testing/service'
import type { Pool } from 'pg'
import { createPostgresCommentRepository } from '../src/comments/postgres-comment-repository.ts'
import { postsMigrations as migrations } from '../src/migrations.ts'
import { createPostgresPostsPorts } from '../src/store.ts'

const LIMIT = 20
const [FEW, MANY] = [30, 10_000]
/** The comments and authors of a page can lie in different pages of PostgreSQL. A scan of all comments reads some hundreds. */
const MORE_PAGES = 3 * (LIMIT + 1)
const FEW_ID = '00000000-0000-7000-8000-000000000001'
const MANY_ID = '00000000-0000-7000-8000-000000000002'
const TIME = '2026-03-01T12:00:00Z'

/** Posts of one author with few and with many comments by 100 members, and 200 more posts with comments. */
const FILL_TABLES = `
  with author as (
    insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
    select gen_random_uuid(), 'author' || n, '', '', false, 'active', now(), 1, 1 from generate_series(1, 100) n
    returning id, username
  ),
  numbered as (select id, row_number() over (order by username) as number from author),
  post as (
    insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
    select post.id, author.id, 'A post', '', timestamptz '${TIME}', 1, 0, post.count, false
    from (
      values ('${FEW_ID}'::uuid, ${FEW}), ('${MANY_ID}', ${MANY})
      union all select gen_random_uuid(), 10 from generate_series(1, 200)
    ) post (id, count), numbered author where author.number = 1
    returning id, comments_count
  )
  insert into comments (id, post_id, author_id, text, created_at)
  select gen_random_uuid(), post.id, author.id, 'A comment of some words', timestamptz '${TIME}' + n * interval '1 second'
  from post cross join lateral generate_series(1, post.comments_count) n join numbered author on author.number = 1 + n % 100
  order by n`

it('a page of ten thousand comments costs what a page of thirty costs, at the beginning, in the middle and at the end', async () => {
  await using store = await openPostgresTestStore({ migrations, createPorts: createPostgresPostsPorts })
  const pool = store.pool as Pool
  await fillTables(pool)
  for (const order of ['oldest', 'newest'] as const) {
    const few = await countPages(pool, FEW_ID, order)
    for (const number of [0, MANY / 2, MANY - LIMIT - 2]) {
      const many = await countPages(pool, MANY_ID, order, order === 'oldest' ? number : MANY + 1 - number)
      expect({ order, number, few, many, isFlat: many <= few + MORE_PAGES }).toMatchObject({ isFlat: true })
    }
  }
})

/** Lists a page of comments behind the one with this number. Returns the pages of PostgreSQL that its statements read. */
async function countPages(pool: Pool, postId: string, order: 'oldest' | 'newest', behind?: number): Promise<number> {
  const statements: { text: string; values?: unknown[] }[] = []
  const recording = {
    query: (query: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
      const statement = typeof query === 'string' ? { text: query, ...(values && { values }) } : query
      statements.push(statement)
      return pool.query(query as string, values)
    },
  }
  const after =
    behind === undefined
      ? undefined
      : { _id: '00000000-0000-0000-0000-000000000000', createdAt: new Date(Date.parse(TIME) + (behind + 0.5) * 1_000) }
  const comments = createPostgresCommentRepository(recording as never)
  const found = await comments.list(postId, alice, { limit: LIMIT, skip: 0, after }, { order })
  expect(found).toHaveLength(LIMIT + 1)
  const pages = await Promise.all(statements.map((statement) => countReadPages(pool, statement)))
  return pages.reduce((sum, count) => sum + count, 0)
}

async function fillTables(pool: Pool): Promise<void> {
  const filler = await pool.connect()
  try {
    await filler.query('set statement_timeout = 0') // takes long on a busy machine
    await filler.query(FILL_TABLES)
    await filler.query('analyze')
  } finally {
    filler.release(true) // with its setting
  }
}
