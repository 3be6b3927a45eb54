import { randomUUID } from 'node:crypto'
import { startBare } from './bare.ts'
import { copyToMongo } from './copy-to-mongo.ts'
import { compare, quantile, report, sideBySide } from './figures.ts'
import { MEMBERS } from './ids.ts'
import { type Load, type Shot, saturate } from './load.ts'
import { ROUNDS } from './measured.ts'
import { openSides, postsInMongo } from './on-engines.ts'
import { cpuOf } from './processes.ts'
import type { Product } from './product.ts'
import { seedMembers, seedPosts } from './seed.ts'

const SECONDS = 3
const WRITERS = 32
const AUTHORS = 500
const TEXT = 'x'.repeat(256)

const MEANING = `A post of 256 characters, acknowledged after its durable commit together with its event, beside one durable INSERT behind
a bare proxy: one writer alone (p50 in milliseconds), and ${WRITERS} at once, whose commits share their waits for the disk.
'us' is processor time of all our processes per post with ${WRITERS} writers, the relay and the consumers included.
With --engines both stores of posts take them.`

/** `POST /posts` with 10 thousand posts there, on each store. */
export async function compose(): Promise<void> {
  await using sides = await openSides(postsInMongo)
  const { products, first, address } = sides
  await seedMembers(first, 'meadow_posts')
  await seedPosts(first, 0, MEMBERS)
  if (address) await copyToMongo(first, address)
  for (const product of products.values()) await seedMembers(product, 'meadow_social')
  await first.query('postgres', 'create database bench')
  await first.query('bench', 'create table bare (id uuid primary key, text text not null)')
  await using bare = await startBare('insert', TEXT, first.storeOf('bench'))

  const bares = {
    load: { url: bare.url, next: postsTo(first), seconds: SECONDS },
    pids: bare.pids,
    rounds: emptyRounds(),
  }
  const ours = [...products].map(([side, product]) => {
    const load = { url: product.stack.url, next: postsTo(product), seconds: SECONDS }
    return { side, load, pids: product.pids(), rounds: emptyRounds() }
  })
  const subjects = [bares, ...ours]
  for (const { load } of subjects) await saturate(load, WRITERS) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const { load, pids, rounds } of subjects) await oneRound(load, pids, rounds)
  const table = ours.map(({ side, rounds }) => [side, rowsOf(rounds, bares.rounds)] as const)
  report('compose', sideBySide(table), MEANING)
}

/** A post by one author after the other. */
function postsTo({ tokenOf }: Product): () => Shot {
  const tokens = Array.from({ length: AUTHORS }, (_, n) => tokenOf(n * Math.floor(MEMBERS / AUTHORS)))
  let made = 0
  const body = JSON.stringify({ content: TEXT })
  return () => {
    const authorization = `Bearer ${tokens[made++ % AUTHORS]}`
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return { method: 'POST', path: '/api/posts', headers, body }
  }
}

const rowsOf = (ours: ComposeRounds, bare: ComposeRounds) => [
  compare('us with 32 writers', ours.cpuUs, bare.cpuUs, ''),
  compare('p50 alone', ours.p50, bare.p50, '<= 4'),
  compare('p99 alone', ours.p99, bare.p99, ''),
  compare('per second with 32 writers', ours.perSecond, bare.perSecond, '>= 0.15'),
]

type ComposeRounds = { p50: number[]; p99: number[]; perSecond: number[]; cpuUs: number[] }
const emptyRounds = (): ComposeRounds => ({ p50: [], p99: [], perSecond: [], cpuUs: [] })

async function oneRound(load: Load, pids: readonly number[], rounds: ComposeRounds): Promise<void> {
  const { took } = await saturate(load, 1)
  rounds.p50.push(quantile(took, 0.5))
  rounds.p99.push(quantile(took, 0.99))
  const before = cpuOf(pids)
  const many = await saturate(load, WRITERS)
  rounds.perSecond.push(many.perSecond)
  rounds.cpuUs.push((cpuOf(pids) - before) / many.took.length)
}
