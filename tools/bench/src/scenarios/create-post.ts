import { randomUUID } from 'node:crypto'
import { startBaselineServer } from '../baseline/baseline-servers.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { type HttpLoad, type HttpRequest, runSaturated } from '../measure/http-load.ts'
import { readCpuUs } from '../measure/process-usage.ts'
import { createComparisonRow, getQuantile, mergeSides, printReport } from '../measure/report.ts'
import { mongoPostsVariant, openProductVariants } from '../product/engine-variants.ts'
import type { BenchProduct } from '../product/open-product.ts'
import { copyToMongo } from '../seed/copy-to-mongo.ts'
import { MEMBER_COUNT } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts } from '../seed/seed-posts.ts'

const SECONDS = 3
const WRITERS = 32
const AUTHORS = 500
const TEXT = 'x'.repeat(256)

const MEANING = `A post of 256 characters, acknowledged after the durable commit of the post and its event. The baseline is one durable INSERT
behind a plain proxy. One writer alone (p50 in milliseconds), and ${WRITERS} concurrent writers, whose commits share disk flushes.
'us' is processor time of all our processes per post with ${WRITERS} writers, including the relay and the consumers.
With --engines the posts go to both stores.`

/** Measures `POST /posts` with 10,000 existing posts, on each store. */
export async function benchCreatePost(): Promise<void> {
  await using sides = await openProductVariants(mongoPostsVariant)
  const { products, first, url: address } = sides
  await seedMembers(first, 'meadow_posts')
  await seedPosts(first, 0, MEMBER_COUNT)
  if (address) await copyToMongo(first, address)
  for (const product of products.values()) await seedMembers(product, 'meadow_social')
  await first.query('postgres', 'create database bench')
  await first.query('bench', 'create table baseline (id uuid primary key, text text not null)')
  await using baseline = await startBaselineServer('insert', TEXT, first.toStoreUrl('bench'))

  const baselineSubject = {
    load: { url: baseline.url, next: createPostRequests(first), seconds: SECONDS },
    pids: baseline.pids,
    rounds: emptyRounds(),
  }
  const ours = [...products].map(([side, product]) => {
    const load = { url: product.stack.url, next: createPostRequests(product), seconds: SECONDS }
    return { side, load, pids: product.pids(), rounds: emptyRounds() }
  })
  const subjects = [baselineSubject, ...ours]
  for (const { load } of subjects) await runSaturated(load, WRITERS) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const { load, pids, rounds } of subjects) await runRound(load, pids, rounds)
  const table = ours.map(({ side, rounds }) => [side, rowsOf(rounds, baselineSubject.rounds)] as const)
  printReport('create-post', mergeSides(table), MEANING)
}

/** Returns requests that create posts, by one author after the other. */
function createPostRequests({ signToken: tokenOf }: BenchProduct): () => HttpRequest {
  const tokens = Array.from({ length: AUTHORS }, (_, n) => tokenOf(n * Math.floor(MEMBER_COUNT / AUTHORS)))
  let count = 0
  const body = JSON.stringify({ content: TEXT })
  return () => {
    const authorization = `Bearer ${tokens[count++ % AUTHORS]}`
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return { method: 'POST', path: '/api/posts', headers, body }
  }
}

const rowsOf = (ours: ComposeRounds, baseline: ComposeRounds) => [
  createComparisonRow('us with 32 writers', ours.cpuUs, baseline.cpuUs, ''),
  createComparisonRow('p50 alone', ours.p50, baseline.p50, '<= 4'),
  createComparisonRow('p99 alone', ours.p99, baseline.p99, ''),
  createComparisonRow('per second with 32 writers', ours.perSecond, baseline.perSecond, '>= 0.15'),
]

type ComposeRounds = { p50: number[]; p99: number[]; perSecond: number[]; cpuUs: number[] }
const emptyRounds = (): ComposeRounds => ({ p50: [], p99: [], perSecond: [], cpuUs: [] })

async function runRound(load: HttpLoad, pids: readonly number[], rounds: ComposeRounds): Promise<void> {
  const { durationsMs } = await runSaturated(load, 1)
  rounds.p50.push(getQuantile(durationsMs, 0.5))
  rounds.p99.push(getQuantile(durationsMs, 0.99))
  const before = readCpuUs(pids)
  const many = await runSaturated(load, WRITERS)
  rounds.perSecond.push(many.perSecond)
  rounds.cpuUs.push((readCpuUs(pids) - before) / many.durationsMs.length)
}
