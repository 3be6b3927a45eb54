import { randomUUID } from 'node:crypto'
import { startBare } from './bare.ts'
import { compare, quantile, report } from './figures.ts'
import { MEMBERS } from './ids.ts'
import { type Load, type Shot, saturate } from './load.ts'
import { ROUNDS } from './measured.ts'
import { cpuOf } from './processes.ts'
import { openProduct } from './product.ts'
import { seedMembers, seedPosts } from './seed.ts'

const SECONDS = 3
const WRITERS = 32
const AUTHORS = 500
const TEXT = 'x'.repeat(256)

const MEANING = `A post of 256 characters, acknowledged after its durable commit together with its event, beside one durable INSERT behind
a bare proxy: one writer alone (p50 in milliseconds), and ${WRITERS} at once, whose commits share their waits for the disk.
'us' is processor time of all our processes per post with ${WRITERS} writers, the relay and the consumers included.`

/** `POST /posts` with 10 thousand posts there. */
export async function compose(): Promise<void> {
  await using product = await openProduct()
  await seedMembers(product, 'meadow_posts')
  await seedMembers(product, 'meadow_social')
  await seedPosts(product, 0, MEMBERS)
  await product.query('postgres', 'create database bench')
  await product.query('bench', 'create table bare (id uuid primary key, text text not null)')
  const store = product.storeOf('bench')
  await using bare = await startBare('insert', TEXT, store)

  const tokens = Array.from({ length: AUTHORS }, (_, n) => product.tokenOf(n * Math.floor(MEMBERS / AUTHORS)))
  let made = 0
  const body = JSON.stringify({ content: TEXT })
  const next = (): Shot => {
    const authorization = `Bearer ${tokens[made++ % AUTHORS]}`
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return { method: 'POST', path: '/api/posts', headers, body }
  }
  const subjects = [
    { load: { url: bare.url, next, seconds: SECONDS }, pids: bare.pids, rounds: emptyRounds() },
    { load: { url: product.stack.url, next, seconds: SECONDS }, pids: product.pids(), rounds: emptyRounds() },
  ] as const
  for (const { load } of subjects) await saturate(load, WRITERS) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const { load, pids, rounds } of subjects) await oneRound(load, pids, rounds)

  const [{ rounds: bares }, { rounds: ours }] = subjects
  const rows = [
    compare('us with 32 writers', ours.cpuUs, bares.cpuUs, ''),
    compare('p50 alone', ours.p50, bares.p50, '<= 4'),
    compare('p99 alone', ours.p99, bares.p99, ''),
    compare('per second with 32 writers', ours.perSecond, bares.perSecond, '>= 0.15'),
  ]
  report('compose', rows, MEANING)
}

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
