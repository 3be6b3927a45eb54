import { setTimeout as delay } from 'node:timers/promises'
import { createDrainTables, drainWithSql } from '../baseline/sql-drain.ts'
import { INSERT_INTERVAL_MS, measureInsertsDuring } from '../baseline/sql-inserts.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { readCpuUs, waitUntilIdle } from '../measure/process-usage.ts'
import { createComparisonRow, getQuantile, mergeSides, printReport, type ReportRow } from '../measure/report.ts'
import { kafkaBusVariant, openProductVariants } from '../product/engine-variants.ts'
import { type EventPipeline, openEventPipeline } from '../product/event-pipeline.ts'
import type { BenchProduct } from '../product/open-product.ts'
import { MEMBER_COUNT } from '../seed/seed-ids.ts'

const BACKLOG = 100_000
const RATE = 500
const SECONDS = 6

const MEANING = `Events from a committed transaction through outbox, relay and bus to the committed effect in another service. Commit to effect:
milliseconds at ${RATE} events per second, in a separate process with the same modules; the baseline is a durable INSERT each
${INSERT_INTERVAL_MS} ms at the same time. Drain: events per second that social counts from a backlog of ${BACKLOG} in the outbox of posts,
with the real processes; the baseline moves the same rows with SQL, 200 at a time. 'us' is processor time of our processes per
event, without PostgreSQL and Kafka.`

type Figures = Record<'p50' | 'p99' | 'perSecond' | 'cpuUs', number[]>
type Side = { side: string; product: BenchProduct; ours: Figures; baseline: Figures }

const noFigures = (): Figures => ({ p50: [], p99: [], perSecond: [], cpuUs: [] })

/** Measures the time from commit to effect at 500 events per second, and the drain of a backlog, on each bus in turns. */
export async function benchEvents(): Promise<void> {
  await using opened = await openProductVariants(kafkaBusVariant)
  const sides = [...opened.products].map(([side, product]): Side => {
    return { side, product, ours: noFigures(), baseline: noFigures() }
  })
  for (const { product } of sides) await waitUntilIdle(product.pids())
  await commitToEffect(sides, opened.url && toSecondBusUrl(opened.url))
  await measureDrains(sides)
  printReport('events', mergeSides(sides.map(({ side, ours, baseline }) => [side, rowsOf(ours, baseline)])), MEANING)
}

const rowsOf = (ours: Figures, baseline: Figures): ReportRow[] => [
  createComparisonRow('ms from commit to effect, p50', ours.p50, baseline.p50, '<= 10 ms'),
  createComparisonRow('ms from commit to effect, p99', ours.p99, baseline.p99, '<= 100 ms'),
  createComparisonRow('drained per second', ours.perSecond, baseline.perSecond, '>= 10,000 a second'),
  createComparisonRow('us for each event', ours.cpuUs, baseline.cpuUs, '<= 100 us'),
]

/** @param elsewhere the bus of the second side; that of the first is PostgreSQL */
async function commitToEffect(sides: readonly Side[], elsewhere: string | undefined): Promise<void> {
  await using opening = new AsyncDisposableStack()
  const pipelines: EventPipeline[] = []
  for (const [at, { product }] of sides.entries()) {
    const postgresUrl = product.stack.postgresUrl()
    pipelines.push(opening.use(await openEventPipeline({ postgresUrl, busUrl: at === 0 ? undefined : elsewhere })))
  }
  for (const pipeline of pipelines) await pipeline.run(RATE, 1) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, { side, product, ours, baseline }] of sides.entries()) {
      const run = async () => (await pipelines[at]?.run(RATE, SECONDS)) ?? []
      const { result, took } = await measureInsertsDuring(product.toStoreUrl('bench_from'), run)
      addQuantiles(ours, result)
      addQuantiles(baseline, took)
      console.log(
        `${side}: p50 ${getQuantile(result, 0.5)}, p99 ${getQuantile(result, 0.99)}, longest ${result.at(-1)} ms`,
      )
    }
}

function addQuantiles({ p50, p99 }: Figures, durationsMs: readonly number[]): void {
  p50.push(getQuantile(durationsMs, 0.5))
  p99.push(getQuantile(durationsMs, 0.99))
}

async function measureDrains(sides: readonly Side[]): Promise<void> {
  for (const { product } of sides) {
    await product.query('postgres', 'create database bench')
    await createDrainTables(product.toStoreUrl('bench'))
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const { side, product, ours, baseline } of sides) {
      addDrain(baseline, `${side}, baseline`, await drainWithSql(product.toStoreUrl('bench'), BACKLOG))
      addDrain(ours, side, await measureDrain(product, round))
    }
}

function addDrain({ perSecond, cpuUs }: Figures, label: string, drained: { perSecond: number; cpuUs: number }): void {
  console.log(label, drained)
  perSecond.push(drained.perSecond)
  cpuUs.push(drained.cpuUs)
}

/** Returns the URL of a second bus, with another topic prefix. @throws if the Kafka URL has no prefix */
function toSecondBusUrl(url: string): string {
  const [, prefixed, rest] = /^(kafka:\/\/[^/]+\/[\w.-]+)(.*)$/.exec(url) ?? []
  if (!prefixed) throw new Error('Give Kafka with a prefix that nothing has used: BUS_URL=kafka://host:port/prefix')
  return `${prefixed}-pipeline${rest}`
}

/** Inserts a backlog into the outbox of posts and waits until social has counted it. */
async function measureDrain({ query, pids }: BenchProduct, round: number) {
  const ids = (kind: number) =>
    `('0000000${kind}-0000-7000-8000-' || lpad(to_hex(n + ${round * BACKLOG}), 12, '0'))::uuid`
  const member = `('00000001-0000-7000-8000-' || lpad(to_hex(n % ${MEMBER_COUNT}), 12, '0'))`
  const event = `json_build_object('specversion', '1.0', 'id', ${ids(9)}, 'source', 'posts', 'type', 'post.created',
    'subject', ${ids(2)}, 'time', '2026-01-01T00:00:00.000Z', 'datacontenttype', 'application/json',
    'dataschema', 'post.created/1', 'data', json_build_object('author', json_build_object('_id', ${member},
      'username', 'member' || n % ${MEMBER_COUNT}, 'fullName', 'Member', 'avatar', '', 'profileVersion', 1),
      'excerpt', 'Something', 'image', '', 'createdAt', '2026-01-01T00:00:00.000Z', 'rev', 1))`
  const processes = pids('posts', 'social', 'auth')
  const before = readCpuUs(processes)
  await query(
    'meadow_posts',
    `insert into outbox (id, event) select ${ids(9)}, ${event} from generate_series(1, ${BACKLOG}) n`,
  )
  const startedAt = performance.now()
  const countPosts = async () =>
    Number((await query('meadow_social', 'select sum(posts) from post_counts'))[0]?.['sum'])
  while ((await countPosts()) < BACKLOG * (round + 1)) await delay(200) // rarely, because the query competes with the drain
  const perSecond = (BACKLOG * 1000) / (performance.now() - startedAt)
  return { perSecond, cpuUs: (readCpuUs(processes) - before) / BACKLOG }
}
