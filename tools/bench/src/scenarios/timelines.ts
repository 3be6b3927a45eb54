import { openPostgres, type PostgresPool } from '@meadow/storage'
import { createPostgresFanOut } from '../../../../services/posts/src/timelines/postgres-fan-out.ts'
import { createPostgresTimeline, newestOfEach } from '../../../../services/posts/src/timelines/postgres-timeline.ts'
import { readTimeline } from '../../../../services/posts/src/timelines/postgres-timeline-query.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { readCpuUs } from '../measure/process-usage.ts'
import { createComparisonRow, createRangeRow, createSingleRow, getQuantile, printReport } from '../measure/report.ts'
import { openBenchProduct } from '../product/open-product.ts'
import { toSeedId } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts } from '../seed/seed-posts.ts'

const MEMBERS = 100_000
const POSTS = 1_000_000
/** Fewer than usual, so that seeding takes minutes. */
const LIKES_MEAN = 1
const VIEWERS = 1_000
const PAGES_PER_ROUND = 400
const POSTS_PER_ROUND = 40
const WINDOW = { limit: 10, after: undefined, skip: 0 }

const MEANING = `Home pages of ${WINDOW.limit} posts in PostgreSQL, with a million posts by 100,000 members who follow 48 others on average. Ours reads the timeline
that is written in advance. The baseline is the exact query, which looks up the posts of each followed member. 'us' is processor time of
the backend of PostgreSQL, 'ms' a round trip, both from one connection. 'first page' is the first one that a process reads for a viewer.
'copied post' is what a post costs then: its copies to the timelines of ${VIEWERS} viewers of ${MEMBERS}, in batches, by authors drawn from the posts.`

/** Compares the home page from a timeline that is written in advance with the exact query, and measures what writing it costs. */
export async function benchTimelines(): Promise<void> {
  await using product = await openBenchProduct()
  console.log(`Seeding ${MEMBERS} members and ${POSTS} posts`)
  await seedMembers(product, 'meadow_posts', MEMBERS)
  await seedPosts(product, 0, POSTS, { likesMean: LIKES_MEAN, memberCount: MEMBERS })
  await product.query('meadow_posts', 'vacuum analyze follows')
  await using pool = await openPostgres(product.toStoreUrl('meadow_posts'), { maxConnections: 1 })
  const backend = await findBackend(pool)
  const viewers = Array.from({ length: VIEWERS }, (_, n) => toSeedId('member', n * (MEMBERS / VIEWERS) + (n % 97)))
  const buildUs = await buildTimelines(pool, backend, viewers)

  const ours = createPostgresTimeline(pool)
  const readOurs = (viewer: string) => ours.listHome({ _id: viewer }, 'following', WINDOW)
  const readFirst = (viewer: string) => createPostgresTimeline(pool).listHome({ _id: viewer }, 'following', WINDOW)
  const readExact = (viewer: string) => readTimeline(pool, newestOfEach(WINDOW), { _id: viewer }, WINDOW)
  for (const viewer of viewers) assertSamePage(await readOurs(viewer), await readExact(viewer), viewer)

  const figures = { ours: createFigures(), first: createFigures(), exact: createFigures(), copies: createFigures() }
  for (let round = 0; round < ROUNDS; round++) {
    const pages = Array.from({ length: PAGES_PER_ROUND }, (_, n) => viewers[(n * 7 + round * 131) % VIEWERS] ?? '')
    const turns = [
      () => measure(backend, figures.ours, pages, readOurs),
      () => measure(backend, figures.first, pages, readFirst),
      () => measure(backend, figures.exact, pages, readExact),
    ]
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
    await measureCopies(pool, backend, figures.copies, round)
  }
  const [size] = await product.query(
    'meadow_posts',
    'select pg_total_relation_size($1) as bytes, count(*) as entries from timeline_entries',
    ['timeline_entries'],
  )
  const rows = [
    createComparisonRow('page: us', figures.ours.us, figures.exact.us, ''),
    createComparisonRow('page: p50 (ms)', figures.ours.p50, figures.exact.p50, '<= 0.9'),
    createComparisonRow('page: p99 (ms)', figures.ours.p99, figures.exact.p99, ''),
    createComparisonRow('first page: us', figures.first.us, figures.exact.us, ''),
    createSingleRow('a new timeline: us', buildUs),
    createRangeRow('copied post: us', figures.copies.us),
    createSingleRow('a timeline: KiB', Number(size?.['bytes']) / VIEWERS / 1_024),
    createSingleRow('a timeline: entries', Number(size?.['entries']) / VIEWERS),
  ]
  printReport('timelines', rows, MEANING)
}

async function findBackend(pool: PostgresPool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Builds the timelines of all viewers. Returns the processor time of each. The service beside it builds some of them. */
async function buildTimelines(pool: PostgresPool, backend: number, viewers: readonly string[]): Promise<number> {
  const fanOut = createPostgresFanOut(pool)
  const before = readCpuUs([backend])
  let built = 0
  await pool.query('insert into timelines (member_id, read_at) select unnest($1::uuid[]), now()', [viewers])
  while (await fanOut.buildTimeline()) built += 1
  const used = readCpuUs([backend]) - before
  await pool.query('vacuum analyze timeline_entries')
  await pool.query('analyze timelines')
  return used / built
}

type Entries = Awaited<ReturnType<typeof readTimeline>>

/** @throws when two ways of reading find different posts: then their costs cannot be compared */
function assertSamePage(ours: Entries, exact: Entries, viewer: string): void {
  const [ids, expected] = [ours, exact].map((entries) => entries.map(({ _id }) => _id).join(' '))
  if (ids !== expected) throw new Error(`The home pages of ${viewer} differ`)
}

type Figures = { us: number[]; p50: number[]; p99: number[] }
const createFigures = (): Figures => ({ us: [], p50: [], p99: [] })

/** Runs an operation for each subject. Adds its processor time in the backend, and its durations, to the figures. */
async function measure<T>(
  backend: number,
  { us, p50, p99 }: Figures,
  subjects: readonly T[],
  run: (subject: T) => Promise<unknown>,
): Promise<void> {
  const durationsMs: number[] = []
  const before = readCpuUs([backend])
  for (const subject of subjects) {
    const startedAt = performance.now()
    await run(subject)
    durationsMs.push(performance.now() - startedAt)
  }
  us.push((readCpuUs([backend]) - before) / subjects.length)
  durationsMs.sort((a, b) => a - b)
  p50.push(getQuantile(durationsMs, 0.5))
  p99.push(getQuantile(durationsMs, 0.99))
}

/** Queues posts again, and copies them to the timelines as one batch. */
async function measureCopies(pool: PostgresPool, backend: number, { us }: Figures, round: number): Promise<void> {
  const posts = Array.from({ length: POSTS_PER_ROUND }, (_, n) =>
    toSeedId('post', (n + round * POSTS_PER_ROUND) * 3_559),
  )
  await pool.query('delete from timeline_entries where post_id = any($1::uuid[])', [posts])
  const before = readCpuUs([backend])
  await pool.query(
    'insert into posts_to_fan_out (post_id, author_id, created_at) select id, author_id, created_at from posts where id = any($1::uuid[])',
    [posts],
  )
  await createPostgresFanOut(pool).copyNewPosts()
  us.push((readCpuUs([backend]) - before) / posts.length)
}
