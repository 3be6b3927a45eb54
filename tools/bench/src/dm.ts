import { randomUUID } from 'node:crypto'
import { startBareSockets } from './bare.ts'
import { connectClients, passesOf } from './clients.ts'
import { compare, quantile, type Row, report } from './figures.ts'
import { atRate, type Load, type Shot, saturate } from './load.ts'
import { ROUNDS } from './measured.ts'
import { cpuOf, quiet } from './processes.ts'
import { openProduct, type Product } from './product.ts'
import { startSecondChat } from './second-chat.ts'
import { seedStrangers } from './seed.ts'
import { seedConversations } from './seed-conversations.ts'

const SECONDS = 2
const CALLERS = 16
/** So many that nobody's socket hears, and acknowledges, more than people could read. */
const PAIRS = 100
const FEW = 10_000
const MANY = 1_000_000
const ARRIVES_MS = 10_000

const MEANING = `A message of 100 characters, sent through the gateway, until the recipient's socket has it. Bare stores a row durably and emits,
in one plain process behind a bare proxy. Both of each pair have a socket. 'us' is processor time of all our processes per
message, without PostgreSQL, until nothing is left to do: the event, that it was delivered, what the sender's socket is
told. p50 and p99 are milliseconds, alone with one caller, else at half of saturation, which is what
${CALLERS} callers reach. 'Grown' divides the ratio to bare by what it was before. The two chats share PostgreSQL.`

/** `POST /messages` with 10 thousand and with a million messages there, and with two instances of the chat. */
export async function dm(): Promise<void> {
  await using product = await openProduct()
  await seedStrangers(product, 'meadow_chat')
  await product.query('postgres', 'create database bench')
  await product.query('bench', 'create table bare (id uuid primary key, text text not null)')
  await using bare = await startBareSockets(product.storeOf('bench'))
  const one = { url: product.stack.url, pids: product.pids() }

  await seedConversations(product, PAIRS, FEW)
  const few = await measure(product, bare, one)
  console.log(`Seeding ${MANY} messages`)
  await seedConversations(product, PAIRS, MANY)
  const many = await measure(product, bare, one)
  await using second = await startSecondChat(product)
  const two = await measure(product, bare, { url: second.url, pids: [...one.pids, ...second.pids] })

  const rows = [
    ...rowsOf('10 k', few),
    ...rowsOf('1 M', many),
    compare('1 M: p50, grown', beside(many, 'p50'), beside(few, 'p50'), '<= 1.15'),
    compare('1 M: us, grown', beside(many, 'cpuUs'), beside(few, 'cpuUs'), ''),
    ...rowsOf('two chats', two),
    compare('two chats: us, grown', beside(two, 'cpuUs'), beside(many, 'cpuUs'), '<= 1.5'),
  ]
  report('dm', rows, MEANING)
}

type Subject = { url: string; pids: readonly number[] }
type Rounds = Record<'perSecond' | 'cpuUs' | 'alone' | 'p50' | 'p99', number[]>
type Measured = Record<'ours' | 'bare', Rounds>

const rowsOf = (name: string, { ours, bare }: Measured): Row[] => [
  compare(`${name}: us`, ours.cpuUs, bare.cpuUs, ''),
  compare(`${name}: p50 alone`, ours.alone, bare.alone, '<= 3'),
  compare(`${name}: p50`, ours.p50, bare.p50, '<= 3'),
  compare(`${name}: p99`, ours.p99, bare.p99, ''),
  compare(`${name}: per second`, ours.perSecond, bare.perSecond, ''),
]

/** The ratio of each round. */
const beside = ({ ours, bare }: Measured, figure: keyof Rounds): number[] =>
  ours[figure].map((value, at) => value / (bare[figure][at] ?? Number.NaN))

async function measure(product: Product, bare: Subject, ours: Subject): Promise<Measured> {
  const empty = (): Rounds => ({ perSecond: [], cpuUs: [], alone: [], p50: [], p99: [] })
  await using bareTalk = await openTalk(product, bare.url)
  await using ourTalk = await openTalk(product, ours.url)
  const subjects = [
    { load: bareTalk.load, pids: bare.pids, rounds: empty() },
    { load: ourTalk.load, pids: ours.pids, rounds: empty() },
  ] as const
  for (const { load } of subjects) await saturate(load, CALLERS) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const { load, pids, rounds } of subjects) await oneRound(load, pids, rounds)
  return { bare: subjects[0].rounds, ours: subjects[1].rounds }
}

async function oneRound(load: Load, pids: readonly number[], rounds: Rounds): Promise<void> {
  await quiet(pids)
  const before = cpuOf(pids)
  const alone = await saturate(load, 1)
  const saturated = await saturate(load, CALLERS)
  await quiet(pids)
  const half = await atRate(load, saturated.perSecond / 2)
  await quiet(pids)
  const messages = alone.took.length + saturated.took.length + half.took.length
  rounds.cpuUs.push((cpuOf(pids) - before) / messages)
  rounds.alone.push(quantile(alone.took, 0.5))
  rounds.perSecond.push(saturated.perSecond)
  rounds.p50.push(quantile(half.took, 0.5))
  rounds.p99.push(quantile(half.took, 0.99))
}

/** Pairs of members with a socket each; a message has arrived when the socket of its recipient has it. */
async function openTalk(product: Product, url: string): Promise<AsyncDisposable & { load: Load }> {
  const passes = passesOf(product, PAIRS * 2)
  const clients = await connectClients({ url, passes, atOnce: CALLERS })
  const arrivals = new Map<string, () => void>()
  for (const socket of clients.sockets) {
    socket.on('newMessage', ({ content }: { content: string }, acknowledge?: () => void) => {
      acknowledge?.()
      arrivals.get(content)?.()
    })
  }
  let made = 0
  const next = (): Shot => {
    const pair = made % PAIRS
    const sender = pair * 2 + (Math.floor(made / PAIRS) % 2)
    const content = `Message ${made++}`.padEnd(100, '.')
    const message = { recipientId: passes[sender ^ 1]?.member, content, clientMessageId: randomUUID() }
    const headers = { authorization: `Bearer ${passes[sender]?.token}`, 'content-type': 'application/json' }
    return { method: 'POST', path: '/api/messages', headers, body: JSON.stringify(message), effect: arrival(content) }
  }
  function arrival(content: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error(`'${content.trimEnd()}' did not arrive`)), ARRIVES_MS)
    arrivals.set(content, resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      arrivals.delete(content)
    })
  }
  return {
    load: { url, next, seconds: SECONDS },
    async [Symbol.asyncDispose]() {
      clients.check()
      clients[Symbol.dispose]()
    },
  }
}
