import { startBare } from './bare.ts'
import { alone, compare, median, type Row, ratio, report, round, sideBySide } from './figures.ts'
import { idOf, MEMBERS } from './ids.ts'
import type { Shot } from './load.ts'
import { inTurns, type Rounds, type Subject } from './measured.ts'
import { openSides, postsInMongo, type Sides } from './on-engines.ts'
import { memoryOf } from './processes.ts'
import type { Product } from './product.ts'
import { seedPosts } from './seed.ts'
import { seedSides } from './seed-sides.ts'

const SECONDS = 2
const VIEWERS = 500
const FEW = 10_000
const MANY = 1_000_000
/** Eight would be eight million rows, which take minutes to make. */
const LIKES_OF_MANY = 2

const MEANING = `The home page of a random member, through the gateway, beside a server that sends the same bytes through a bare proxy
(bare), and beside one that asks the database for the page first (SQL). 'us' is processor time of all our processes per
request, without PostgreSQL; p50 and p99 are milliseconds at half of saturation. 'More posts' tells how much longer it
takes with a hundred times as many; with --engines both stores of posts are asked, with 10 thousand only.`

/** `GET /posts?page=1&limit=5` with 10 thousand posts on each store; on PostgreSQL alone then with a million. */
export async function home(): Promise<void> {
  await using sides = await openSides(postsInMongo)
  await seedSides(sides, FEW)
  const few = await measure(sides)
  if (few.length > 1) return report('home', rowsOf('10 k', few), MEANING)
  console.log(`Seeding ${MANY} posts`)
  await seedPosts(sides.first, FEW, MANY, LIKES_OF_MANY)
  const many = await measure(sides)
  const [before = [], after = []] = [few, many].map(([measured]) => measured?.ours.p50)
  const grown = { ours: round(median(after)), bare: round(median(before)), ratio: ratio(after, before), bar: '<= 1.15' }
  report('home', [...rowsOf('10 k', few), ...rowsOf('1 M', many), { figure: 'more posts, p50', ...grown }], MEANING)
}

type Measured = Record<'ours' | 'bare' | 'sql', Rounds> & { side: string; memory: number }

async function measure({ products, first }: Sides): Promise<Measured[]> {
  const { path, headers } = shotsAt(first)()
  const bytes = await (await fetch(first.stack.url + path, { headers })).text()
  const store = first.storeOf('meadow_posts')
  await using bare = await startBare('answers', bytes, store)
  await using sql = await startBare('timeline', bytes, store)
  const subjectAt = (product: Product, url: string, pids: number[]): Subject => ({
    load: { url, next: shotsAt(product), seconds: SECONDS },
    pids,
  })
  const ours = [...products].map(([side, product]): [string, Subject] => [
    side,
    subjectAt(product, product.stack.url, product.pids('gateway', 'posts')),
  ])
  const rounds: Record<string, Rounds> = await inTurns({
    bare: subjectAt(first, bare.url, bare.pids),
    ...Object.fromEntries(ours),
    sql: subjectAt(first, sql.url, sql.pids),
  })
  const roundsOf = (name: string) => rounds[name] as Rounds
  return [...products].map(([side, product]) => ({
    ...{ side, memory: memoryOf(product.pids()) },
    ...{ ours: roundsOf(side), bare: roundsOf('bare'), sql: roundsOf('sql') },
  }))
}

/** The page of one viewer after the other. */
function shotsAt({ tokenOf }: Product): () => Shot {
  const viewers = Array.from({ length: VIEWERS }, (_, n) => n * Math.floor(MEMBERS / VIEWERS))
  const shots = viewers.map((member) => {
    const headers = { authorization: `Bearer ${tokenOf(member)}`, 'x-member': idOf('member', member) }
    return { path: '/api/posts?page=1&limit=5', headers }
  })
  let asked = 0
  return () => shots[asked++ % VIEWERS] as Shot
}

const rowsOf = (size: string, all: readonly Measured[]): Row[] =>
  sideBySide(
    all.map(({ side, ours, bare, sql, memory }) => [
      side,
      [
        compare(`${size}: us, bare`, ours.cpuUs, bare.cpuUs, ''),
        compare(`${size}: us, SQL`, ours.cpuUs, sql.cpuUs, ''),
        compare(`${size}: p50, SQL`, ours.p50, sql.p50, '<= 2'),
        compare(`${size}: p99, SQL`, ours.p99, sql.p99, ''),
        compare(`${size}: per second, bare`, ours.perSecond, bare.perSecond, '>= 0.35'),
        alone(`${size}: MiB of our processes`, memory),
      ],
    ]),
  )
