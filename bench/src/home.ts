import { startBare } from './bare.ts'
import { alone, compare, median, type Row, ratio, report, round } from './figures.ts'
import { idOf, MEMBERS } from './ids.ts'
import type { Shot } from './load.ts'
import { inTurns, type Rounds } from './measured.ts'
import { memoryOf } from './processes.ts'
import { openProduct, type Product } from './product.ts'
import { seedMembers, seedPosts } from './seed.ts'

const SECONDS = 2
const VIEWERS = 500
const FEW = 10_000
const MANY = 1_000_000
/** Eight would be eight million rows, which take minutes to make. */
const LIKES_OF_MANY = 2

const MEANING = `The home page of a random member, through the gateway, beside a server that sends the same bytes through a bare proxy
(bare), and beside one that asks the database for the page first (SQL). 'us' is processor time of all our processes per
request, without PostgreSQL; p50 and p99 are milliseconds at half of saturation. 'More posts' tells how much longer it
takes with a hundred times as many.`

/** `GET /posts?page=1&limit=5` with 10 thousand posts and with a million. */
export async function home(): Promise<void> {
  await using product = await openProduct()
  await seedMembers(product, 'meadow_posts')
  await seedPosts(product, 0, FEW)
  const few = await measure(product)
  console.log(`Seeding ${MANY} posts`)
  await seedPosts(product, FEW, MANY, LIKES_OF_MANY)
  const many = await measure(product)
  const growth = ratio(many.ours.p50, few.ours.p50)
  const grown = { ours: round(median(many.ours.p50)), bare: round(median(few.ours.p50)), ratio: growth, bar: '<= 1.15' }
  report('home', [...rowsOf('10 k', few), ...rowsOf('1 M', many), { figure: 'more posts, p50', ...grown }], MEANING)
}

type Measured = Record<'ours' | 'bare' | 'sql', Rounds> & { memory: number }

async function measure(product: Product): Promise<Measured> {
  const { url } = product.stack
  const viewers = Array.from({ length: VIEWERS }, (_, n) => n * Math.floor(MEMBERS / VIEWERS))
  const shots = viewers.map((member) => {
    const headers = { authorization: `Bearer ${product.tokenOf(member)}`, 'x-member': idOf('member', member) }
    return { path: '/api/posts?page=1&limit=5', headers }
  })
  let asked = 0
  const next = (): Shot => shots[asked++ % VIEWERS] as Shot
  const { path, headers } = next()
  const bytes = await (await fetch(url + path, { headers })).text()
  const store = product.storeOf('meadow_posts')
  await using bare = await startBare('answers', bytes, store)
  await using sql = await startBare('timeline', bytes, store)
  const load = (of: string) => ({ url: of, next, seconds: SECONDS })
  const rounds = await inTurns({
    bare: { load: load(bare.url), pids: bare.pids },
    ours: { load: load(url), pids: product.pids('gateway', 'posts') },
    sql: { load: load(sql.url), pids: sql.pids },
  })
  return { ...rounds, memory: memoryOf(product.pids()) }
}

const rowsOf = (size: string, { ours, bare, sql, memory }: Measured): Row[] => [
  compare(`${size}: us, bare`, ours.cpuUs, bare.cpuUs, ''),
  compare(`${size}: us, SQL`, ours.cpuUs, sql.cpuUs, ''),
  compare(`${size}: p50, SQL`, ours.p50, sql.p50, '<= 2'),
  compare(`${size}: p99, SQL`, ours.p99, sql.p99, ''),
  compare(`${size}: per second, bare`, ours.perSecond, bare.perSecond, '>= 0.35'),
  alone(`${size}: MiB of our processes`, memory),
]
