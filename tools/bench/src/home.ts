import { startBare } from './bare.ts'
import { copyToMongo } from './copy-to-mongo.ts'
import { alone, compare, median, type Row, ratio, report, round, sideBySide } from './figures.ts'
import { idOf, MEMBERS } from './ids.ts'
import type { Shot } from './load.ts'
import { inTurns, type Rounds, type Subject } from './measured.ts'
import { openSides, postsInMongo, type Sides } from './on-engines.ts'
import { memoryOf } from './processes.ts'
import type { Product } from './product.ts'
import { seedMembers, seedPosts } from './seed.ts'

const SECONDS = 2
const FEW = 10_000
const MANY = 1_000_000
/** Eight would be eight million rows, which take minutes to make. */
const LIKES_OF_MANY = 2
const CALLERS = 16
const VIEWERS = Array.from({ length: 500 }, (_, n) => n * Math.floor(MEMBERS / 500))
/** The server that stands in for MongoDB walks the whole index of authors for each hundred whom a viewer follows. */
const WITH_ENGINES = { posts: 1_000, followed: 90 }

const MEANING = `The home page of a random member, through the gateway, beside a server that sends the same bytes through a bare proxy
(bare), and beside one that asks PostgreSQL for the page first (SQL). 'us' is processor time of all our processes per
request, without the database; p50 and p99 are milliseconds at half of saturation. 'More posts' tells how much longer it
takes with a hundred times as many. With --engines one caller at a time asks both stores, of ${WITH_ENGINES.posts} posts,
for members who follow at most ${WITH_ENGINES.followed}; the follows of others are left out.`

/** `GET /posts?page=1&limit=5` with 10 thousand posts and with a million; with `--engines` with few on both stores. */
export async function home(): Promise<void> {
  await using sides = await openSides(postsInMongo)
  await seedMembers(sides.first, 'meadow_posts')
  const rows = sides.address ? await onBoth(sides, sides.address) : await growing(sides)
  report('home', rows, MEANING)
}

async function onBoth(sides: Sides, address: string): Promise<Row[]> {
  await seedPosts(sides.first, 0, WITH_ENGINES.posts)
  const viewers = await keepFewFollows(sides.first)
  await copyToMongo(sides.first, address)
  const both = await measure(sides, viewers, 1)
  return sideBySide(both.map((measured) => [measured.side, rowsOf(`${WITH_ENGINES.posts}`, measured)]))
}

async function growing(sides: Sides): Promise<Row[]> {
  await seedPosts(sides.first, 0, FEW)
  const [few] = await measure(sides, VIEWERS, CALLERS)
  console.log(`Seeding ${MANY} posts`)
  await seedPosts(sides.first, FEW, MANY, LIKES_OF_MANY)
  const [many] = await measure(sides, VIEWERS, CALLERS)
  const growth = ratio(many.ours.p50, few.ours.p50)
  const grown = { ours: round(median(many.ours.p50)), bare: round(median(few.ours.p50)), ratio: growth, bar: '<= 1.15' }
  return [...rowsOf('10 k', few), ...rowsOf('1 M', many), { figure: 'more posts, p50', ...grown }]
}

/** Leaves the follows of viewers who follow few; answers who they are. */
async function keepFewFollows({ query }: Product): Promise<number[]> {
  const ids = new Map(VIEWERS.map((member) => [idOf('member', member), member]))
  const kept = await query(
    'meadow_posts',
    'select from_id as id from follows where from_id = any($1) group by from_id having count(*) <= $2',
    [[...ids.keys()], WITH_ENGINES.followed],
  )
  await query('meadow_posts', 'delete from follows where from_id <> all($1)', [kept.map(({ id }) => id)])
  await query('meadow_posts', 'vacuum analyze follows')
  return kept.map(({ id }) => ids.get(id as string) as number)
}

type Measured = Record<'ours' | 'bare' | 'sql', Rounds> & { side: string; memory: number }

/** Each side, with PostgreSQL first, beside what is bare there. */
async function measure({ products, first }: Sides, viewers: readonly number[], callers: number) {
  const { path, headers } = shotsAt(first, viewers)()
  const bytes = await (await fetch(first.stack.url + path, { headers })).text()
  const store = first.storeOf('meadow_posts')
  await using bare = await startBare('answers', bytes, store)
  await using sql = await startBare('timeline', bytes, store)
  const subject = (product: Product, url: string, pids: readonly number[]): Subject => ({
    load: { url, next: shotsAt(product, viewers), seconds: SECONDS },
    pids,
  })
  const ours = [...products].map(([side, product]) => [
    side,
    subject(product, product.stack.url, product.pids('gateway', 'posts')),
  ])
  const subjects: Record<string, Subject> = {
    bare: subject(first, bare.url, bare.pids),
    ...Object.fromEntries(ours),
    sql: subject(first, sql.url, sql.pids),
  }
  const rounds = await inTurns(subjects, callers)
  const roundsOf = (name: string) => rounds[name] as Rounds
  return [...products].map(([side, product]) => ({
    ...{ side, memory: memoryOf(product.pids()) },
    ...{ ours: roundsOf(side), bare: roundsOf('bare'), sql: roundsOf('sql') },
  })) as [Measured, ...Measured[]]
}

/** The page of one viewer after the other. */
function shotsAt({ tokenOf }: Product, viewers: readonly number[]): () => Shot {
  const shots = viewers.map((member) => {
    const headers = { authorization: `Bearer ${tokenOf(member)}`, 'x-member': idOf('member', member) }
    return { path: '/api/posts?page=1&limit=5', headers }
  })
  let asked = 0
  return () => shots[asked++ % shots.length] as Shot
}

const rowsOf = (size: string, { ours, bare, sql, memory }: Measured): Row[] => [
  compare(`${size}: us, bare`, ours.cpuUs, bare.cpuUs, ''),
  compare(`${size}: us, SQL`, ours.cpuUs, sql.cpuUs, ''),
  compare(`${size}: p50, SQL`, ours.p50, sql.p50, '<= 2'),
  compare(`${size}: p99, SQL`, ours.p99, sql.p99, ''),
  compare(`${size}: per second, bare`, ours.perSecond, bare.perSecond, '>= 0.35'),
  alone(`${size}: MiB of our processes`, memory),
]
