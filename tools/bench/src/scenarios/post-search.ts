import { parseSearch } from '@meadow/contracts/parse-search'
import { openPostgres, type PostgresPool } from '@meadow/storage'
import { createFirstCursor, findPostsToRank, toPostSearch } from '../../../../services/posts/src/search/post-search.ts'
import { createPostgresPostIndex } from '../../../../services/posts/src/search/postgres-post-index.ts'
import { createPostgresPostFinder } from '../../../../services/posts/src/search/postgres-post-search.ts'
import { type BaselineServer, startBaselineServer } from '../baseline/baseline-servers.ts'
import { type LoadSubject, measureInTurns, ROUNDS } from '../measure/alternating-rounds.ts'
import { createComparisonRow, createSingleRow, getQuantile, printReport, type ReportRow } from '../measure/report.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { toSeedId } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts } from '../seed/seed-posts.ts'

const SIZES = [10_000, 100_000, 1_000_000]
/** The posts from this number on have the words of earlier ones, so that they need not be indexed one by one. */
const INDEXED_POSTS = 100_000
const SECONDS = 1
const LIMIT = 5
const VIEWER = 7
const WORDS_PER_POST = 24
const CALLERS = 16

const MEANING = `A page of ${LIMIT} found posts, through the gateway, among posts of ${WORDS_PER_POST} words, some of which are in most posts. The baseline is a
server behind a plain proxy that sends the same bytes after the plain indexed query of the same words and page: the newest posts with
their authors, without policy, ranks, and what posts show. p50 and p99 are milliseconds at half of saturation; 'us' is processor time of
gateway and posts per page, without the database. 'SQL' is our query, sent by one caller, which also finds out who may see the posts; its baseline
is the plain query of ids. 'indexed post' is what the background task needs for one.`

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
    const name = size < 1_000_000 ? `${size / 1_000} k` : `${size / 1_000_000} M`
    if (size <= INDEXED_POSTS) {
      const indexMs = await indexPosts(product, seeded, size)
      rows.push(createSingleRow(`${name}: indexed post (us)`, indexMs * 1_000))
    } else await copyTerms(product, seeded, size)
    seeded = size
    const bytes = await requestSample(product)
    await using baseline = await startBaselineServer('search', bytes, product.toStoreUrl('meadow_posts'))
    for (const kind of Object.keys(SEARCHES) as SearchKind[])
      rows.push(...(await measurePages(product, baseline, kind, name)), ...(await measureSql(product, kind, name)))
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
  await vacuum(query)
  return ms
}

/** Gives the posts the words of the posts that are indexed, in turn, and the same terms. */
async function copyTerms({ query }: BenchProduct, from: number, to: number): Promise<void> {
  const [{ definition } = {}] = await query(
    'meadow_posts',
    `select pg_get_indexdef('post_terms_by_term'::regclass) as definition`,
  )
  await query(
    'meadow_posts',
    `set session_replication_role = replica;
     set synchronous_commit = off;
     drop index post_terms_by_term;
     create temporary table copied on commit preserve rows as
       select new_post.id, source.id as source_id
       from (select id, row_number() over (order by id) - 1 as number from posts where id >= '${toSeedId('post', from)}' and id < '${toSeedId('post', to)}') new_post
         join (select id, row_number() over (order by id) - 1 as number from posts where id < '${toSeedId('post', INDEXED_POSTS)}') source
           on source.number = new_post.number % ${INDEXED_POSTS};
     update posts set content = source.content from copied join posts source on source.id = copied.source_id where posts.id = copied.id;
     insert into post_terms (post_id, author_id, created_at, has_picture, terms)
       select p.id, p.author_id, p.created_at, p.has_picture, t.terms
       from copied join posts p on p.id = copied.id join post_terms t on t.post_id = copied.source_id
       order by p.created_at;
     ${definition}`,
  )
  await vacuum(query)
}

async function vacuum(query: BenchProduct['query']): Promise<void> {
  for (const table of ['posts', 'post_terms']) await query('meadow_posts', `vacuum analyze ${table}`)
}

const toHeaders = (product: BenchProduct) => ({ authorization: `Bearer ${product.signToken(VIEWER)}` })
const toPath = (text: string) => `/api/search?limit=${LIMIT}&q=${encodeURIComponent(text)}`

/** Returns a response, whose bytes the baseline sends. */
async function requestSample(product: BenchProduct): Promise<string> {
  const path = toPath(SEARCHES.frequent.text(1))
  const response = await fetch(product.stack.url + path, { headers: toHeaders(product) })
  const bytes = await response.text()
  if (JSON.parse(bytes).posts?.length !== LIMIT) throw new Error(`${path} found too few posts: ${bytes}`)
  return bytes
}

/** Returns a function that returns the numbers of the searches in turn. */
function createNumbers(): () => number {
  let count = 0
  return () => count++ % 40
}

async function measurePages(
  product: BenchProduct,
  baseline: BaselineServer,
  kind: SearchKind,
  name: string,
): Promise<ReportRow[]> {
  const { text, query } = SEARCHES[kind]
  const headers = toHeaders(product)
  const [nextNumber, nextOfBaseline] = [createNumbers(), createNumbers()]
  const subjects: Record<'ours' | 'baseline', LoadSubject> = {
    baseline: {
      load: {
        url: baseline.url,
        next: () => ({ path: '/', headers: { 'x-search': query(nextOfBaseline()) } }),
        seconds: SECONDS,
      },
      pids: baseline.pids,
    },
    ours: {
      load: { url: product.stack.url, next: () => ({ path: toPath(text(nextNumber())), headers }), seconds: SECONDS },
      pids: product.pids('gateway', 'posts'),
    },
  }
  const rounds = await measureInTurns(subjects, CALLERS)
  return [
    createComparisonRow(`${name}, ${kind}: p50`, rounds.ours.p50, rounds.baseline.p50, ''),
    createComparisonRow(`${name}, ${kind}: p99`, rounds.ours.p99, rounds.baseline.p99, '<= 3'),
    createComparisonRow(`${name}, ${kind}: us`, rounds.ours.cpuUs, rounds.baseline.cpuUs, ''),
  ]
}

async function measureSql(product: BenchProduct, kind: SearchKind, name: string): Promise<ReportRow[]> {
  await using pool = await openPostgres(product.toStoreUrl('meadow_posts'), { maxConnections: 1 })
  const { text, query } = SEARCHES[kind]
  const [nextNumber, nextOfBaseline] = [createNumbers(), createNumbers()]
  const subjects = {
    baseline: () => measureDurations(() => pool.query(BASELINE_SQL, [query(nextOfBaseline())])),
    sql: () => measureDurations(() => findPosts(pool, text(nextNumber()))),
  }
  for (const runSearch of Object.values(subjects)) await runSearch() // warm
  const rounds = { baseline: [] as number[][], sql: [] as number[][] }
  for (let round = 0; round < ROUNDS; round++)
    for (const side of ['baseline', 'sql'] as const) rounds[side].push(await subjects[side]())
  const at = (share: number, durations: number[][]) => durations.map((round) => getQuantile(round, share))
  return [
    createComparisonRow(`${name}, ${kind}: p50, SQL`, at(0.5, rounds.sql), at(0.5, rounds.baseline), ''),
    createComparisonRow(`${name}, ${kind}: p99, SQL`, at(0.99, rounds.sql), at(0.99, rounds.baseline), ''),
  ]
}

function findPosts(pool: PostgresPool, text: string): Promise<unknown> {
  const search = toPostSearch(parseSearch(text), text)
  if (!search) throw new Error('An empty search')
  const finder = createPostgresPostFinder(pool)
  const viewer = { _id: toSeedId('member', VIEWER) }
  return findPostsToRank((window) => finder.find(search, viewer, window), createFirstCursor('', new Date()), LIMIT)
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
