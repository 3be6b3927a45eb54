import { parseSearch } from '@meadow/contracts/parse-search'
import { openPostgres, type PostgresPool } from '@meadow/storage'
import { createFirstCursor, toPostSearch } from '../../../../services/posts/src/search/post-search.ts'
import { createPostgresPostIndex } from '../../../../services/posts/src/search/postgres-post-index.ts'
import { createPostgresPostFinder } from '../../../../services/posts/src/search/postgres-post-search.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { runSaturated } from '../measure/http-load.ts'
import { createComparisonRow, createSingleRow, getQuantile, printReport, type ReportRow } from '../measure/report.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { toSeedId } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts } from '../seed/seed-posts.ts'

const SIZES = [10_000, 100_000]
const SECONDS = 1
const LIMIT = 5
const VIEWER = 7
const WORDS_PER_POST = 24

const MEANING = `A page of ${LIMIT} found posts, requested by one caller, among posts of ${WORDS_PER_POST} words, some of which are in most posts.
The baseline is the plain indexed query of the same words, newest first, without policy, ranks, posts or HTTP. 'SQL' is our query of
50 posts to be ranked, 'HTTP' calls posts directly, which also reads the posts and what they show. p50 and p99 are milliseconds.
'indexed post' is what the background task needs for one.`

/** Searches, and the query of the baseline. Words with low numbers are frequent. */
const SEARCHES = {
  rare: { text: (n: number) => `word${2_000 + n} `, query: (n: number) => `'word${2_000 + n}'` },
  frequent: { text: (n: number) => `word${n % 5} `, query: (n: number) => `'word${n % 5}'` },
  'two words': {
    text: (n: number) => `word${n % 9} word${50 + n} `,
    query: (n: number) => `'word${n % 9}' & 'word${50 + n}'`,
  },
  beginning: { text: (n: number) => `word${100 + n}`, query: (n: number) => `'word${100 + n}':*` },
} as const
type SearchKind = keyof typeof SEARCHES

const BASELINE_SQL = `select post_id from post_terms where terms @@ $1::tsquery order by created_at desc, post_id desc limit ${LIMIT + 1}`

/** Measures `GET /search` with few and many posts. */
export async function benchPostSearch(): Promise<void> {
  await using product = await openBenchProduct()
  await seedMembers(product, 'meadow_posts')
  const rows: ReportRow[] = []
  let seeded = 0
  for (const size of SIZES) {
    await seedPosts(product, seeded, size, { likesMean: 1 })
    const indexMs = await indexPosts(product, seeded, size)
    seeded = size
    const name = `${size / 1_000} k`
    rows.push(createSingleRow(`${name}: indexed post (us)`, indexMs * 1_000))
    for (const kind of Object.keys(SEARCHES) as SearchKind[]) rows.push(...(await measure(product, kind, name)))
  }
  printReport('post-search', rows, MEANING)
}

/** Gives the posts words and indexes them. Returns the milliseconds of each. */
async function indexPosts({ query, toStoreUrl }: BenchProduct, from: number, to: number): Promise<number> {
  await query(
    'meadow_posts',
    `set session_replication_role = replica;
     set synchronous_commit = off;
     update posts set content = (
       select string_agg('word' || floor(4000 * power(((hashint8extended(j * 1000003 + hashtext(posts.id::text), 7) & 1048575) / 1048576.0), 4)), ' ')
       from generate_series(1::bigint, ${WORDS_PER_POST}) j
     ) where id >= '${toSeedId('post', from)}' and id < '${toSeedId('post', to)}'`,
  )
  await query(
    'meadow_posts',
    `insert into posts_to_index (post_id) select id from posts where id >= '${toSeedId('post', from)}' and id < '${toSeedId('post', to)}'`,
  )
  await using pool = await openPostgres(toStoreUrl('meadow_posts'), { maxConnections: 2 })
  const index = createPostgresPostIndex(pool)
  const startedAt = performance.now()
  while ((await pool.query('select from posts_to_index limit 1')).rowCount) await index.indexNext() // the service indexes, too
  const ms = (performance.now() - startedAt) / (to - from)
  await query('meadow_posts', 'vacuum analyze posts')
  await query('meadow_posts', 'vacuum analyze post_terms')
  return ms
}

async function measure(product: BenchProduct, kind: SearchKind, name: string): Promise<ReportRow[]> {
  const url = await product.findServiceUrl('posts')
  await using pool = await openPostgres(product.toStoreUrl('meadow_posts'), { maxConnections: 1 })
  const headers = { authorization: `Bearer ${product.signToken(VIEWER)}` }
  const { text, query } = SEARCHES[kind]
  let count = 0
  const nextNumber = () => count++ % 40
  const next = () => ({ path: `/search?limit=${LIMIT}&q=${encodeURIComponent(text(nextNumber()))}`, headers })
  const subjects = {
    baseline: () => measureDurations(() => pool.query(BASELINE_SQL, [query(nextNumber())])),
    sql: () => measureDurations(() => findPosts(pool, text(nextNumber()))),
    http: async () => (await runSaturated({ url, next, seconds: SECONDS }, 1)).durationsMs,
  }
  for (const runSearch of Object.values(subjects)) await runSearch() // warm
  const rounds = { baseline: [] as number[][], sql: [] as number[][], http: [] as number[][] }
  for (let round = 0; round < ROUNDS; round++)
    for (const side of ['baseline', 'sql', 'http'] as const) rounds[side].push(await subjects[side]())
  const at = (share: number, durations: number[][]) => durations.map((round) => getQuantile(round, share))
  return [
    createComparisonRow(`${name}, ${kind}: p50, HTTP`, at(0.5, rounds.http), at(0.5, rounds.baseline), ''),
    createComparisonRow(`${name}, ${kind}: p50, SQL`, at(0.5, rounds.sql), at(0.5, rounds.baseline), ''),
    createComparisonRow(`${name}, ${kind}: p99, HTTP`, at(0.99, rounds.http), at(0.99, rounds.baseline), '<= 3'),
    createComparisonRow(`${name}, ${kind}: p99, SQL`, at(0.99, rounds.sql), at(0.99, rounds.baseline), ''),
  ]
}

function findPosts(pool: PostgresPool, text: string): Promise<unknown> {
  const search = toPostSearch(parseSearch(text), text)
  if (!search) throw new Error('An empty search')
  return createPostgresPostFinder(pool).find(
    search,
    { _id: toSeedId('member', VIEWER) },
    createFirstCursor('', new Date()).after,
  )
}

/** Runs a query repeatedly. Returns the durations, sorted. */
async function measureDurations(runSearch: () => Promise<unknown>): Promise<number[]> {
  const durationsMs: number[] = []
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end; ) {
    const at = performance.now()
    await runSearch()
    durationsMs.push(performance.now() - at)
  }
  return durationsMs.sort((a, b) => a - b)
}
