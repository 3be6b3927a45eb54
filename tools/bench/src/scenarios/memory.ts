import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listProcessTree } from '@meadow/testing/process-tree'
import { sendAtRate } from '../measure/load.ts'
import { type MemoryKind, readMemoryKindMib } from '../measure/process-usage.ts'
import { createComparisonRow, createRangeRow, printReport, type ReportRow } from '../measure/report.ts'
import { createSocketAuths } from '../measure/socket-clients.ts'
import { openChatMix } from '../mix/chat-mix.ts'
import { createFeedRequests, openFeedMix } from '../mix/feed-mix.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { listProductProcesses } from '../product/product-processes.ts'
import { seedProduct } from '../seed/seed-product.ts'

const DEFAULT_MINUTES = 60
const SOCKETS = 500
const FEED_RATE = 50
const CHAT_RATE = 25
/** After that the work of the start, or of the load, is done and unused connections are closed. */
const SETTLE_MS = 90_000
const SAMPLES = 5
const SAMPLE_INTERVAL_MS = 2_000

const MEANING = `Memory (PSS) in MiB of the product without its demo community: idle, ${SETTLE_MS / 1000} s after the start; loaded, at the end of the load;
and ${SETTLE_MS / 1000} s after it. The load is ${FEED_RATE} operations of the feed mix and ${CHAT_RATE} of the chat mix a second, with ${SOCKETS} sockets, which stay
connected. In the rows of the processes the baseline is the idle process. npm and the programs that it runs before the product are
not counted.`

/** Measures the memory of all processes before, during and after a load. `--minutes` is its duration, an hour by default. */
export async function benchMemory(): Promise<void> {
  const minutes = readMinutes()
  await using product = await openBenchProduct()
  await delay(SETTLE_MS)
  const idle = await sampleMemory(product)
  await seedProduct(product, SOCKETS / 2)
  await using chat = await openChatMix(product.stack.url, createSocketAuths(product, SOCKETS))
  using feed = openFeedMix(product.stack.url, createFeedRequests(product))
  for (let minute = 0; minute < minutes; minute++) {
    await Promise.all([sendAtRate(feed.send, FEED_RATE, 60), sendAtRate(chat.send, CHAT_RATE, 60)])
    const sample = readParts(product)
    console.log(`After ${minute + 1} min:`, Object.fromEntries(sample.map(([name, mib]) => [name, Math.round(mib)])))
  }
  const loaded = await sampleMemory(product)
  await delay(SETTLE_MS)
  const settled = await sampleMemory(product)
  printReport('memory', rowsOf({ idle, loaded, settled }), MEANING)
}

/** The samples of each part. */
type Memory = Map<string, number[]>

function readMinutes(): number {
  const { values } = parseArgs({ options: { minutes: { type: 'string' } }, strict: false })
  return Number(values['minutes'] ?? DEFAULT_MINUTES)
}

async function sampleMemory(product: BenchProduct): Promise<Memory> {
  const memory: Memory = new Map()
  for (let sample = 0; sample < SAMPLES; sample++) {
    if (sample > 0) await delay(SAMPLE_INTERVAL_MS)
    for (const [name, mib] of readParts(product)) memory.set(name, [...(memory.get(name) ?? []), mib])
  }
  return memory
}

/** Reads the memory of each process, and of PostgreSQL the private memory of its backends and its shared buffers. */
function readParts({ stack }: BenchProduct): [name: string, mib: number][] {
  const processes = listProductProcesses(stack)
  const read = (pid: number, kind: MemoryKind) => readMemoryKindMib(listProcessTree(pid), kind)
  const [, postgres = 0] = processes.find(([name]) => name === 'PostgreSQL') ?? []
  return [
    ...processes.map(([name, pid]): [string, number] => [name, read(pid, 'Pss')]),
    ['PostgreSQL, private', read(postgres, 'Pss_Anon')],
    ['PostgreSQL, shared buffers', read(postgres, 'Pss_Shmem')],
    ['PostgreSQL, processes', listProcessTree(postgres).length],
  ]
}

function rowsOf({ idle, loaded, settled }: Record<'idle' | 'loaded' | 'settled', Memory>): ReportRow[] {
  const samples = (memory: Memory, name: string) => memory.get(name) ?? []
  const processes = [...idle.keys()].filter((name) => name !== 'all')
  return [
    createRangeRow('idle', samples(idle, 'all'), '<= 400 MiB'),
    createRangeRow('loaded', samples(loaded, 'all'), '<= 600 MiB'),
    createRangeRow('after the load', samples(settled, 'all')),
    ...processes.map((name) => createComparisonRow(`${name}, loaded`, samples(loaded, name), samples(idle, name), '')),
    ...processes.map((name) =>
      createComparisonRow(`${name}, after the load`, samples(settled, name), samples(idle, name), ''),
    ),
  ]
}
