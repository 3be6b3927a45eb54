import { setTimeout as delay } from 'node:timers/promises'
import { bareDrain, prepareBare } from './bare-drain.ts'
import { alone, compare, quantile, report } from './figures.ts'
import { MEMBERS } from './ids.ts'
import { ROUNDS } from './measured.ts'
import { pipeline } from './pipeline.ts'
import { cpuOf } from './processes.ts'
import { openProduct, type Product } from './product.ts'

const BACKLOG = 100_000
const RATE = 500
const SECONDS = 10

const MEANING = `Events on their way from a committed transaction through outbox, relay and bus to the committed effect in another service.
Commit to effect: milliseconds at ${RATE} events a second, in a process of its own that is made of the same parts. Drain: how many
of ${BACKLOG} events that wait in the outbox of posts are counted by social per second, with the real processes; bare are the
same rows moved by plain SQL, 200 at a time. 'us' is processor time of our processes per event, without PostgreSQL.`

/** Commit to effect at 500 events a second, and the drain of a backlog. */
export async function events(): Promise<void> {
  const given = process.env['BUS_URL']
  const busUrl = given && besides(given)
  await using product = await openProduct()
  await product.query('postgres', 'create database bench')
  const took = await pipeline({ postgresUrl: product.stack.postgresUrl(), busUrl }, RATE, SECONDS)
  console.log(`Commit to effect: p50 ${quantile(took, 0.5)} ms, p99 ${quantile(took, 0.99)} ms`)

  const store = product.storeOf('bench')
  await prepareBare(store)
  const ours = { perSecond: [] as number[], cpuUs: [] as number[] }
  const bare = { perSecond: [] as number[], cpuUs: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [of, drained] of [
      [bare, await bareDrain(store, BACKLOG)],
      [ours, await drain(product, round)],
    ] as const) {
      console.log(of === ours ? 'ours' : 'bare', drained)
      of.perSecond.push(drained.perSecond)
      of.cpuUs.push(drained.cpuUs)
    }
  }
  const rows = [
    alone('ms from commit to effect, p50', quantile(took, 0.5), '<= 10'),
    alone('ms from commit to effect, p99', quantile(took, 0.99), '<= 100'),
    compare('drained per second', ours.perSecond, bare.perSecond, '>= 10,000/s'),
    compare('us for each event', ours.cpuUs, bare.cpuUs, '<= 100 us'),
  ]
  report('events', rows, MEANING)
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
