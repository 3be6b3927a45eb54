import { startBaselineSockets } from '../baseline/baseline-servers.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { runSaturated } from '../measure/http-load.ts'
import { createMessageRounds, type MessageRounds, measureMessageRound } from '../measure/message-rounds.ts'
import { createComparisonRow, printReport, type ReportRow } from '../measure/report.ts'
import { openMessageLoad } from '../mix/message-load.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { startSecondChatInstance } from '../product/second-chat-instance.ts'
import { seedConversations } from '../seed/seed-conversations.ts'
import { seedStrangers } from '../seed/seed-posts.ts'

const SECONDS = 2
const CALLERS = 16
/** Enough pairs that no socket receives more messages than a member could read. */
const PAIRS = 100
const MESSAGES = 10_000

const MEANING = `A message of 100 characters, from the request through the gateway until the recipient's socket receives it. The baseline stores a row
durably and emits, in one process behind a plain proxy. Both members of each pair have a socket. 'us' is processor time of all
our processes per message, without PostgreSQL, including the event, the delivery receipt and the push to the sender. p50 and p99
are milliseconds, 'alone' with one caller, otherwise at half of saturation by ${CALLERS} callers. The two chat instances share
PostgreSQL; 'grown' divides their ratio to the baseline by that of one.`

/** Measures `POST /messages` with 10,000 existing messages, by one chat instance and by two. */
export async function benchDirectMessages(): Promise<void> {
  await using product = await openBenchProduct()
  await seedStrangers(product, 'meadow_chat')
  await product.query('postgres', 'create database bench')
  await product.query('bench', 'create table baseline (id uuid primary key, text text not null)')
  await using baseline = await startBaselineSockets(product.toStoreUrl('bench'))
  const one = { url: product.stack.url, pids: product.pids() }

  await seedConversations(product, PAIRS, MESSAGES)
  const single = await measure(product, baseline, one)
  await using second = await startSecondChatInstance(product)
  const two = await measure(product, baseline, { url: second.url, pids: [...one.pids, ...second.pids] })

  const rows = [
    ...rowsOf('one chat', single),
    ...rowsOf('two chats', two),
    createComparisonRow('two chats: us, grown', ratiosOf(two, 'cpuUs'), ratiosOf(single, 'cpuUs'), '<= 1.5'),
  ]
  printReport('messages', rows, MEANING)
}

type Subject = { url: string; pids: readonly number[] }
type Measured = Record<'ours' | 'baseline', MessageRounds>

const rowsOf = (name: string, { ours, baseline }: Measured): ReportRow[] => [
  createComparisonRow(`${name}: us`, ours.cpuUs, baseline.cpuUs, ''),
  createComparisonRow(`${name}: p50 alone`, ours.alone, baseline.alone, '<= 3'),
  createComparisonRow(`${name}: p50`, ours.p50, baseline.p50, '<= 3'),
  createComparisonRow(`${name}: p99`, ours.p99, baseline.p99, ''),
  createComparisonRow(`${name}: per second`, ours.perSecond, baseline.perSecond, ''),
]

/** Returns the ratio of each round. */
const ratiosOf = ({ ours, baseline }: Measured, figure: keyof MessageRounds): number[] =>
  ours[figure].map((value, at) => value / (baseline[figure][at] ?? Number.NaN))

async function measure(product: BenchProduct, baseline: Subject, ours: Subject): Promise<Measured> {
  const options = { pairs: PAIRS, seconds: SECONDS }
  await using baselineLoad = await openMessageLoad(product, baseline.url, options)
  await using ourLoad = await openMessageLoad(product, ours.url, options)
  const subjects = [
    { load: baselineLoad.load, pids: baseline.pids, rounds: createMessageRounds() },
    { load: ourLoad.load, pids: ours.pids, rounds: createMessageRounds() },
  ] as const
  for (const { load } of subjects) await runSaturated(load, CALLERS) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const { load, pids, rounds } of subjects) await measureMessageRound(rounds, { load, pids, callers: CALLERS })
  return { baseline: subjects[0].rounds, ours: subjects[1].rounds }
}
