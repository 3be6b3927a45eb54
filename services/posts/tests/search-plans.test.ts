import { expect, it } from '@jest/globals'
import { parseSearch } from '@meadow/contracts/parse-search'
import { alice } from '@meadow/testing'
import { explainAnalyze, explainGenericPlan, type PlanNode } from '@meadow/testing/postgres-plans'
import { openPostgresTestStore } from '@meadow/testing/service'
import type { Pool } from 'pg'
import { postsMigrations as migrations } from '../src/migrations.ts'
import { createFirstCursor, toPostSearch } from '../src/search/post-search.ts'
import { createPostgresPostFinder } from '../src/search/postgres-post-search.ts'
import { createPostgresPostsPorts } from '../src/store.ts'

/** 100 authors with 50 posts each, all with the word `everywhere`, and every 1,000th with the word `seldom`. */
const FILL_TABLES = `
  with author as (
    insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
    select gen_random_uuid(), 'author' || n, '', '', false, 'active', now(), 1, 1 from generate_series(1, 100) n
    returning id
  ),
  post as (
    insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
    select gen_random_uuid(), id, 'A post', '', now() - (n * 100 + row_number() over ()) * interval '1 minute', 1, 0, 0, false
    from author, generate_series(1, 50) n
    returning id, author_id, created_at
  ),
  numbered as (select *, row_number() over (order by created_at) as number from post)
  insert into post_terms (post_id, author_id, created_at, has_picture, terms)
  select id, author_id, created_at, false,
    (case when number % 1000 = 0 then '''everywhere'':1 ''seldom'':2' else '''everywhere'':1' end)::tsvector
  from numbered`

type Statement = { name?: string; text: string; values: unknown[] }

it('a search reads the matches from one table by an index that suits its words, and then looks up few posts', async () => {
  await using store = await openPostgresTestStore({ migrations, createPorts: createPostgresPostsPorts })
  const pool = store.pool as Pool
  await fillTables(pool)
  for (const [text, index] of [
    ['seldom ', 'post_terms_by_term'],
    ['everywhere ', 'post_terms_by_time'],
  ] as const) {
    const statements = await recordStatements(pool, text)
    expect(statements.map(({ name }) => name)).toEqual([undefined, 'visible-found-posts'])
    const [matches, visible] = statements as [Statement, Statement]
    const nodes = await explainAnalyze(pool, matches)
    expect({ text, tables: listTables(nodes), indexes: listIndexes(nodes) }).toEqual({
      text,
      tables: ['post_terms'],
      indexes: [index],
    })
    const lookUps = await explainGenericPlan(pool, visible.text)
    expect(listIndexes(lookUps)).toContain('posts_pkey')
    expect(listTables(lookUps.filter((node) => node['Node Type'] === 'Seq Scan'))).not.toContain('posts')
  }
})

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

const listTables = (nodes: readonly PlanNode[]) => [...new Set(nodes.flatMap((node) => node['Relation Name'] ?? []))]
const listIndexes = (nodes: readonly PlanNode[]) => nodes.flatMap((node) => node['Index Name'] ?? [])

/** Searches, and returns the statements. */
async function recordStatements(pool: Pool, text: string): Promise<Statement[]> {
  const statements: Statement[] = []
  const recording = {
    query: (query: string | Statement, values: unknown[]) => {
      statements.push(typeof query === 'string' ? { text: query, values } : query)
      return typeof query === 'string' ? pool.query(query, values) : pool.query(query)
    },
  }
  const search = toPostSearch(parseSearch(text), text)
  if (!search) throw new Error('An empty search')
  const { after } = createFirstCursor('', new Date())
  await createPostgresPostFinder(recording as never).find(search, alice, { after, limit: 8 })
  return statements
}
