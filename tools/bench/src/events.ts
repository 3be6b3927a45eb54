import { setTimeout as delay } from 'node:timers/promises'
import { bareDrain, prepareBare } from './bare-drain.ts'
import { EACH_MS, insertsBeside } from './bare-inserts.ts'
import { compare, quantile, type Row, report, sideBySide } from './figures.ts'
import { MEMBERS } from './ids.ts'
import { ROUNDS } from './measured.ts'
import { busInKafka, openSides } from './on-engines.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { cpuOf, quiet } from './processes.ts'
import type { Product } from './product.ts'

const BACKLOG = 100_000
const RATE = 500
const SECONDS = 6

const MEANING = `Events on their way from a committed transaction through outbox, relay and bus to the committed effect in another service.
Commit to effect: milliseconds at ${RATE} events a second, in a process of its own that is made of the same parts; bare is a durable
INSERT alone each ${EACH_MS} ms in the same seconds. Drain: how many of ${BACKLOG} events that wait in the outbox of posts are
counted by social per second, with the real processes; bare are the same rows moved by plain SQL, 200 at a time. 'us' is
processor time of our processes per event, without PostgreSQL and Kafka.`

type Figures = Record<'p50' | 'p99' | 'perSecond' | 'cpuUs', number[]>
type Side = { side: string; product: Product; ours: Figures; bare: Figures }

const noFigures = (): Figures => ({ p50: [], p99: [], perSecond: [], cpuUs: [] })

/** Commit to effect at 500 events a second, and the drain of a backlog, on each bus in turns. */
export async function events(): Promise<void> {
  await using opened = await openSides(busInKafka)
  const sides = [...opened.products].map(([side, product]): Side => {
    return { side, product, ours: noFigures(), bare: noFigures() }
  })
  for (const { product } of sides) await quiet(product.pids())
  await commitToEffect(sides, opened.address && besides(opened.address))
  await drains(sides)
  report('events', sideBySide(sides.map(({ side, ours, bare }) => [side, rowsOf(ours, bare)])), MEANING)
}

const rowsOf = (ours: Figures, bare: Figures): Row[] => [
  compare('ms from commit to effect, p50', ours.p50, bare.p50, '<= 10'),
  compare('ms from commit to effect, p99', ours.p99, bare.p99, '<= 100'),
  compare('drained per second', ours.perSecond, bare.perSecond, '>= 10,000'),
  compare('us for each event', ours.cpuUs, bare.cpuUs, '<= 100'),
]

/** @param elsewhere the bus of the second side; that of the first is PostgreSQL */
async function commitToEffect(sides: readonly Side[], elsewhere: string | undefined): Promise<void> {
  await using opening = new AsyncDisposableStack()
  const pipelines: Pipeline[] = []
  for (const [at, { product }] of sides.entries()) {
    const postgresUrl = product.stack.postgresUrl()
    pipelines.push(opening.use(await openPipeline({ postgresUrl, busUrl: at === 0 ? undefined : elsewhere })))
  }
  for (const pipeline of pipelines) await pipeline.run(RATE, 1) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, { side, product, ours, bare }] of sides.entries()) {
      const run = async () => (await pipelines[at]?.run(RATE, SECONDS)) ?? []
      const { result, took } = await insertsBeside(product.storeOf('bench_from'), run)
      keepTimes(ours, result)
      keepTimes(bare, took)
      console.log(`${side}: p50 ${quantile(result, 0.5)}, p99 ${quantile(result, 0.99)}, longest ${result.at(-1)} ms`)
    }
}

function keepTimes({ p50, p99 }: Figures, took: readonly number[]): void {
  p50.push(quantile(took, 0.5))
  p99.push(quantile(took, 0.99))
}

async function drains(sides: readonly Side[]): Promise<void> {
  for (const { product } of sides) {
    await product.query('postgres', 'create database bench')
    await prepareBare(product.storeOf('bench'))
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const { side, product, ours, bare } of sides) {
      keepDrain(bare, `${side}, bare`, await bareDrain(product.storeOf('bench'), BACKLOG))
      keepDrain(ours, side, await drain(product, round))
    }
}

function keepDrain({ perSecond, cpuUs }: Figures, what: string, drained: { perSecond: number; cpuUs: number }): void {
  console.log(what, drained)
  perSecond.push(drained.perSecond)
  cpuUs.push(drained.cpuUs)
}

/** A bus beside that of the product, by another prefix of its names. @throws when Kafka is given without one */
function besides(url: string): string {
  const [, prefixed, rest] = /^(kafka:\/\/[^/]+\/[\w.-]+)(.*)$/.exec(url) ?? []
  if (!prefixed) throw new Error('Give Kafka with a prefix that nothing has used: BUS_URL=kafka://host:port/prefix')
  return `${prefixed}-pipeline${rest}`
}

/** Puts a backlog into the outbox of posts, and waits until social has counted all of it. */
async function drain({ query, pids }: Product, round: number) {
  const ids = (kind: number) =>
    `('0000000${kind}-0000-7000-8000-' || lpad(to_hex(n + ${round * BACKLOG}), 12, '0'))::uuid`
  const member = `('00000001-0000-7000-8000-' || lpad(to_hex(n % ${MEMBERS}), 12, '0'))`
  const event = `json_build_object('specversion', '1.0', 'id', ${ids(9)}, 'source', 'posts', 'type', 'post.created',
    'subject', ${ids(2)}, 'time', '2026-01-01T00:00:00.000Z', 'datacontenttype', 'application/json',
    'dataschema', 'post.created/1', 'data', json_build_object('author', json_build_object('_id', ${member},
      'username', 'member' || n % ${MEMBERS}, 'fullName', 'Member', 'avatar', '', 'profileVersion', 1),
      'excerpt', 'Something', 'image', '', 'createdAt', '2026-01-01T00:00:00.000Z', 'rev', 1))`
  const processes = pids('posts', 'social', 'auth')
  const before = cpuOf(processes)
  await query(
    'meadow_posts',
    `insert into outbox (id, event) select ${ids(9)}, ${event} from generate_series(1, ${BACKLOG}) n`,
  )
  const begun = performance.now()
  const counted = async () => Number((await query('meadow_social', 'select sum(posts) from post_counts'))[0]?.['sum'])
  while ((await counted()) < BACKLOG * (round + 1)) await delay(200) // rarely: looking takes time of those who drain
  const perSecond = (BACKLOG * 1000) / (performance.now() - begun)
  return { perSecond, cpuUs: (cpuOf(processes) - before) / BACKLOG }
}
