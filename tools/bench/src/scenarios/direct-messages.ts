import { randomUUID } from 'node:crypto'
import { startBaselineSockets } from '../baseline/baseline-servers.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { type HttpLoad, type HttpRequest, runAtRate, runSaturated } from '../measure/http-load.ts'
import { readCpuUs, waitUntilIdle } from '../measure/process-usage.ts'
import { createComparisonRow, getQuantile, printReport, type ReportRow } from '../measure/report.ts'
import { connectSocketClients, createSocketAuths } from '../measure/socket-clients.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { startSecondChatInstance } from '../product/second-chat-instance.ts'
import { seedConversations } from '../seed/seed-conversations.ts'
import { seedStrangers } from '../seed/seed-posts.ts'

const SECONDS = 2
const CALLERS = 16
/** Enough pairs that no socket receives more messages than a member could read. */
const PAIRS = 100
const FEW = 10_000
const MANY = 1_000_000
const ARRIVAL_TIMEOUT_MS = 10_000

const MEANING = `A message of 100 characters, from the request through the gateway until the recipient's socket receives it. The baseline stores a row
durably and emits, in one process behind a plain proxy. Both members of each pair have a socket. 'us' is processor time of all
our processes per message, without PostgreSQL, including the event, the delivery receipt and the push to the sender. p50 and p99
are milliseconds, 'alone' with one caller, otherwise at half of saturation by ${CALLERS} callers. 'Grown' divides the ratio to the
baseline by the one before. The two chat instances share PostgreSQL.`

/** Measures `POST /messages` with 10,000 and a million existing messages, and with two chat instances. */
export async function benchDirectMessages(): Promise<void> {
  await using product = await openBenchProduct()
  await seedStrangers(product, 'meadow_chat')
  await product.query('postgres', 'create database bench')
  await product.query('bench', 'create table baseline (id uuid primary key, text text not null)')
  await using baseline = await startBaselineSockets(product.toStoreUrl('bench'))
  const one = { url: product.stack.url, pids: product.pids() }

  await seedConversations(product, PAIRS, FEW)
  const few = await measure(product, baseline, one)
  console.log(`Seeding ${MANY} messages`)
  await seedConversations(product, PAIRS, MANY)
  const many = await measure(product, baseline, one)
  await using second = await startSecondChatInstance(product)
  const two = await measure(product, baseline, { url: second.url, pids: [...one.pids, ...second.pids] })

  const rows = [
    ...rowsOf('10 k', few),
    ...rowsOf('1 M', many),
    createComparisonRow('1 M: p50, grown', ratiosOf(many, 'p50'), ratiosOf(few, 'p50'), '<= 1.15'),
    createComparisonRow('1 M: us, grown', ratiosOf(many, 'cpuUs'), ratiosOf(few, 'cpuUs'), ''),
    ...rowsOf('two chats', two),
    createComparisonRow('two chats: us, grown', ratiosOf(two, 'cpuUs'), ratiosOf(many, 'cpuUs'), '<= 1.5'),
  ]
  printReport('messages', rows, MEANING)
}

type Subject = { url: string; pids: readonly number[] }
type Rounds = Record<'perSecond' | 'cpuUs' | 'alone' | 'p50' | 'p99', number[]>
type Measured = Record<'ours' | 'baseline', Rounds>

const rowsOf = (name: string, { ours, baseline }: Measured): ReportRow[] => [
  createComparisonRow(`${name}: us`, ours.cpuUs, baseline.cpuUs, ''),
  createComparisonRow(`${name}: p50 alone`, ours.alone, baseline.alone, '<= 3'),
  createComparisonRow(`${name}: p50`, ours.p50, baseline.p50, '<= 3'),
  createComparisonRow(`${name}: p99`, ours.p99, baseline.p99, ''),
  createComparisonRow(`${name}: per second`, ours.perSecond, baseline.perSecond, ''),
]

/** Returns the ratio of each round. */
const ratiosOf = ({ ours, baseline }: Measured, figure: keyof Rounds): number[] =>
  ours[figure].map((value, at) => value / (baseline[figure][at] ?? Number.NaN))

async function measure(product: BenchProduct, baseline: Subject, ours: Subject): Promise<Measured> {
  const empty = (): Rounds => ({ perSecond: [], cpuUs: [], alone: [], p50: [], p99: [] })
  await using baselineLoad = await openMessageLoad(product, baseline.url)
  await using ourLoad = await openMessageLoad(product, ours.url)
  const subjects = [
    { load: baselineLoad.load, pids: baseline.pids, rounds: empty() },
    { load: ourLoad.load, pids: ours.pids, rounds: empty() },
  ] as const
  for (const { load } of subjects) await runSaturated(load, CALLERS) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const { load, pids, rounds } of subjects) await measureRound(load, pids, rounds)
  return { baseline: subjects[0].rounds, ours: subjects[1].rounds }
}

async function measureRound(load: HttpLoad, pids: readonly number[], rounds: Rounds): Promise<void> {
  await waitUntilIdle(pids)
  const before = readCpuUs(pids)
  const alone = await runSaturated(load, 1)
  const saturated = await runSaturated(load, CALLERS)
  await waitUntilIdle(pids)
  const half = await runAtRate(load, saturated.perSecond / 2)
  await waitUntilIdle(pids)
  const messages = alone.durationsMs.length + saturated.durationsMs.length + half.durationsMs.length
  rounds.cpuUs.push((readCpuUs(pids) - before) / messages)
  rounds.alone.push(getQuantile(alone.durationsMs, 0.5))
  rounds.perSecond.push(saturated.perSecond)
  rounds.p50.push(getQuantile(half.durationsMs, 0.5))
  rounds.p99.push(getQuantile(half.durationsMs, 0.99))
}

/** Connects pairs of members. The effect of a request is the arrival of the message at the recipient's socket. */
async function openMessageLoad(product: BenchProduct, url: string): Promise<AsyncDisposable & { load: HttpLoad }> {
  const passes = createSocketAuths(product, PAIRS * 2)
  const clients = await connectSocketClients({ url, auths: passes, concurrency: CALLERS })
  const arrivals = new Map<string, () => void>()
  for (const socket of clients.sockets) {
    socket.on('newMessage', ({ content }: { content: string }, acknowledge?: () => void) => {
      acknowledge?.()
      arrivals.get(content)?.()
    })
  }
  let count = 0
  const next = (): HttpRequest => {
    const pair = count % PAIRS
    const sender = pair * 2 + (Math.floor(count / PAIRS) % 2)
    const content = `Message ${count++}`.padEnd(100, '.')
    const message = { recipientId: passes[sender ^ 1]?.member, content, clientMessageId: randomUUID() }
    const headers = { authorization: `Bearer ${passes[sender]?.token}`, 'content-type': 'application/json' }
    return { method: 'POST', path: '/api/messages', headers, body: JSON.stringify(message), effect: arrival(content) }
  }
  function arrival(content: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error(`'${content.trimEnd()}' did not arrive`)), ARRIVAL_TIMEOUT_MS)
    arrivals.set(content, resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      arrivals.delete(content)
    })
  }
  return {
    load: { url, next, seconds: SECONDS },
    async [Symbol.asyncDispose]() {
      clients.assertConnected()
      clients[Symbol.dispose]()
    },
  }
}
