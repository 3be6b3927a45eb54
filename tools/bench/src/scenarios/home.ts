import { startBaselineServer } from '../baseline/baseline-servers.ts'
import { type LoadRounds, type LoadSubject, measureInTurns } from '../measure/alternating-rounds.ts'
import { type HttpRequest, runSaturated } from '../measure/http-load.ts'
import { readMemoryMib } from '../measure/process-usage.ts'
import { createComparisonRow, createSingleRow, mergeSides, printReport, type ReportRow } from '../measure/report.ts'
import { mongoPostsVariant, openProductVariants, type ProductVariants } from '../product/engine-variants.ts'
import type { BenchProduct } from '../product/open-product.ts'
import { copyToMongo } from '../seed/copy-to-mongo.ts'
import { MEMBER_COUNT, toSeedId } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts } from '../seed/seed-posts.ts'

const SECONDS = 2
const CALLERS = 16
const MANY_FOLLOWED = 5_000
const VIEWERS = Array.from({ length: 500 }, (_, n) => n * Math.floor(MEMBER_COUNT / 500))
/** More than after which a member gets a timeline. */
const PAGES_OF_A_READER = 6
/** Small, because the server that stands in for MongoDB scans the whole index of authors per hundred followed members. */
const WITH_ENGINES = { posts: 1_000, followed: 90 }

const MEANING = `The home page of a random member who reads much, through the gateway. The baseline is a server that sends the same bytes
through a plain proxy; SQL is one that first queries PostgreSQL for the page. 'us' is processor time of all our processes per request, without the
database; p50 and p99 are milliseconds at half of saturation.
With --engines one caller at a time reads from both stores: ${WITH_ENGINES.posts} posts, members who follow at most
${WITH_ENGINES.followed} others.`

/** Measures `GET /posts?page=1&limit=5` with 10,000 posts; with `--engines` with few posts on both stores. */
export async function benchHome(): Promise<void> {
  await using sides = await openProductVariants(mongoPostsVariant)
  await seedMembers(sides.first, 'meadow_posts')
  const rows = sides.url ? await onBoth(sides, sides.url) : await onPostgres(sides)
  printReport('home', rows, MEANING)
}

async function onPostgres(sides: ProductVariants): Promise<ReportRow[]> {
  await seedPosts(sides.first, 0, MEMBER_COUNT)
  const [measured] = await measure(sides, VIEWERS, CALLERS)
  return [...rowsOf('10 k', measured), ...(await measureFollows(sides.first))]
}

/** Measures members who follow nobody, and 5,000 others. The baseline is random members, who follow 42 others on average. */
async function measureFollows(product: BenchProduct): Promise<ReportRow[]> {
  const [loner, fan] = [MEMBER_COUNT - 1, MEMBER_COUNT - 2]
  await replaceFollows(product, loner, 0)
  await replaceFollows(product, fan, MANY_FOLLOWED)
  await product.query('meadow_posts', 'vacuum analyze follows')
  const pids = product.pids('gateway', 'posts')
  const subject = (viewers: readonly number[]): LoadSubject => ({
    load: { url: product.stack.url, next: createHomeRequests(product, viewers), seconds: SECONDS },
    pids,
  })
  const subjects = { baseline: subject(VIEWERS), nobody: subject([loner]), many: subject([fan]) }
  const { baseline, nobody, many } = await measureInTurns(subjects, CALLERS)
  return [
    createComparisonRow('follows nobody: p50', nobody.p50, baseline.p50, '<= 1.5'),
    createComparisonRow('follows 5,000: p50', many.p50, baseline.p50, '<= 1.5'),
  ]
}

/** Makes a member follow the first `count` members and nobody else. */
async function replaceFollows({ query }: BenchProduct, member: number, count: number): Promise<void> {
  const id = toSeedId('member', member)
  const followed = Array.from({ length: count }, (_, n) => toSeedId('member', n))
  await query(
    'meadow_posts',
    `set session_replication_role = replica;
     delete from follows where from_id = '${id}';
     insert into follows (from_id, to_id, version, active, at)
     select '${id}', unnest('{${followed}}'::uuid[]), 1, true, now() - interval '1 year'`,
  )
}

async function onBoth(sides: ProductVariants, address: string): Promise<ReportRow[]> {
  await seedPosts(sides.first, 0, WITH_ENGINES.posts)
  const viewers = await reduceFollows(sides.first)
  await copyToMongo(sides.first, address)
  const both = await measure(sides, viewers, 1)
  return mergeSides(both.map((measured) => [measured.side, rowsOf(`${WITH_ENGINES.posts}`, measured)]))
}

/** Deletes the follows of all but the viewers who follow few members. Returns these viewers. */
async function reduceFollows({ query }: BenchProduct): Promise<number[]> {
  const ids = new Map(VIEWERS.map((member) => [toSeedId('member', member), member]))
  const viewers = await query(
    'meadow_posts',
    'select from_id as id from follows where from_id = any($1) group by from_id having count(*) <= $2',
    [[...ids.keys()], WITH_ENGINES.followed],
  )
  await query('meadow_posts', 'delete from follows where from_id <> all($1)', [viewers.map(({ id }) => id)])
  await query('meadow_posts', 'vacuum analyze follows')
  return viewers.map(({ id }) => ids.get(id as string) as number)
}

type Measured = Record<'ours' | 'baseline' | 'sql', LoadRounds> & { side: string; memory: number }

/** Measures each product in turns with the baselines. PostgreSQL comes first. */
async function measure({ products, first }: ProductVariants, viewers: readonly number[], callers: number) {
  const { path, headers } = createHomeRequests(first, viewers)()
  const bytes = await (await fetch(first.stack.url + path, { headers })).text()
  const store = first.toStoreUrl('meadow_posts')
  await using baseline = await startBaselineServer('answers', bytes, store)
  await using sql = await startBaselineServer('timeline', bytes, store)
  const subject = (product: BenchProduct, url: string, pids: readonly number[]): LoadSubject => ({
    load: { url, next: createHomeRequests(product, viewers), seconds: SECONDS },
    pids,
  })
  const ours = [...products].map(([side, product]) => [
    side,
    subject(product, product.stack.url, product.pids('gateway', 'posts')),
  ])
  await buildTimelines(first, viewers)
  const subjects: Record<string, LoadSubject> = {
    baseline: subject(first, baseline.url, baseline.pids),
    ...Object.fromEntries(ours),
    sql: subject(first, sql.url, sql.pids),
  }
  const rounds = await measureInTurns(subjects, callers)
  const roundsOf = (name: string) => rounds[name] as LoadRounds
  return [...products].map(([side, product]) => ({
    side,
    memory: readMemoryMib(product.pids()),
    ours: roundsOf(side),
    baseline: roundsOf('baseline'),
    sql: roundsOf('sql'),
  })) as [Measured, ...Measured[]]
}

/** Reads the home pages of the viewers until those who read much have a timeline, so that no round pays for building one. */
export async function buildTimelines(product: BenchProduct, viewers: readonly number[]): Promise<void> {
  const load = { url: product.stack.url, next: createHomeRequests(product, viewers), seconds: SECONDS }
  let pages = 0
  let isBuilding = true
  while (isBuilding || pages < viewers.length * PAGES_OF_A_READER) {
    pages += (await runSaturated(load, CALLERS)).durationsMs.length
    const rows = await product.query('meadow_posts', 'select from timelines where not is_ready limit 1')
    isBuilding = rows.length > 0
  }
}

/** Returns requests of the home page, by one viewer after the other. */
export function createHomeRequests(
  { signToken: tokenOf }: BenchProduct,
  viewers: readonly number[],
): () => HttpRequest {
  const requests = viewers.map((member) => {
    const headers = { authorization: `Bearer ${tokenOf(member)}`, 'x-member': toSeedId('member', member) }
    return { path: '/api/posts?page=1&limit=5', headers }
  })
  let count = 0
  return () => requests[count++ % requests.length] as HttpRequest
}

const rowsOf = (size: string, { ours, baseline, sql, memory }: Measured): ReportRow[] => [
  createComparisonRow(`${size}: us, baseline`, ours.cpuUs, baseline.cpuUs, ''),
  createComparisonRow(`${size}: us, SQL`, ours.cpuUs, sql.cpuUs, ''),
  createComparisonRow(`${size}: p50, SQL`, ours.p50, sql.p50, '<= 2'),
  createComparisonRow(`${size}: p99, SQL`, ours.p99, sql.p99, ''),
  createComparisonRow(`${size}: per second, baseline`, ours.perSecond, baseline.perSecond, '>= 0.35'),
  createSingleRow(`${size}: MiB of our processes`, memory),
]
