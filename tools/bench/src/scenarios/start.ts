import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgres } from '@meadow/stack/postgres'
import { killProcesses, listProcessTree } from '@meadow/testing/process-tree'
import { startStack } from '@meadow/testing/stack'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { createComparisonRow, createRangeRow, printReport } from '../measure/report.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'

const MEANING = `Seconds until the product responds: to its first visitor on an empty folder, and to a signed-in member's home page after SIGKILL
of every process, including PostgreSQL, and after an orderly stop. The baseline is its PostgreSQL alone, started on an empty folder, or
on the same folder after the same stop.`

/** Measures the time to the first response, on an empty and on an existing data folder. */
export async function benchStart(): Promise<void> {
  await using product = await openBenchProduct()
  const first = { ours: [] as number[], baseline: [] as number[] }
  const killed = { ours: [] as number[], baseline: [] as number[] }
  const stopped = { ours: [] as number[], baseline: [] as number[] }
  for (let at = 0; at < ROUNDS; at++) {
    first.baseline.push(await measureFirstPostgresStart())
    first.ours.push(await measureFirstStart())
    await product.stack.kill()
    killed.baseline.push(await measurePostgresStart(product, 'killed'))
    killed.ours.push(await measureFirstResponse(product))
    await product.stack.stop()
    stopped.baseline.push(await measurePostgresStart(product, 'stopped'))
    stopped.ours.push(await measureFirstResponse(product))
  }
  const above = ({ ours, baseline }: typeof killed) => ours.map((seconds, at) => seconds - (baseline[at] ?? 0))
  const rows = [
    createComparisonRow('s on an empty folder', first.ours, first.baseline, ''),
    createRangeRow('s above PostgreSQL, on an empty folder', above(first), '<= 8 s'),
    createComparisonRow('s after SIGKILL of everything', killed.ours, killed.baseline, ''),
    createRangeRow('s above PostgreSQL, after SIGKILL', above(killed), '<= 4 s'),
    createComparisonRow('s after an orderly stop', stopped.ours, stopped.baseline, ''),
    createRangeRow('s above PostgreSQL, after an orderly stop', above(stopped), '<= 4 s'),
  ]
  printReport('start', rows, MEANING)
}

async function measureFirstPostgresStart(): Promise<number> {
  await using opened = new AsyncDisposableStack()
  const dir = await mkdtemp(join(tmpdir(), 'meadow-postgres-'))
  opened.defer(() => rm(dir, { recursive: true, force: true }))
  const startedAt = performance.now()
  const postgres = await openPostgres({ dir, log: () => undefined })
  opened.defer(postgres.stop)
  return (performance.now() - startedAt) / 1000
}

/** Starts another product, without the demo community, until a visitor gets the page. */
async function measureFirstStart(): Promise<number> {
  const startedAt = performance.now()
  await using stack = await startStack()
  const response = await fetch(stack.url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The first page has status ${response.status}`)
  return (performance.now() - startedAt) / 1000
}

/** Starts PostgreSQL alone, and stops it in the way it was stopped before. */
async function measurePostgresStart({ stack }: BenchProduct, leave: 'killed' | 'stopped'): Promise<number> {
  const ownPids = new Set(listProcessTree(process.pid))
  const startedAt = performance.now()
  const postgres = await openPostgres({ dir: join(stack.dataDir, 'postgres'), log: () => undefined })
  const seconds = (performance.now() - startedAt) / 1000
  const stopping = leave === 'stopped' ? postgres.stop() : undefined
  if (leave === 'killed') {
    const productPids = listProcessTree(process.pid).filter((pid) => !ownPids.has(pid))
    const stop = postgres.stop() // called before the kill, so that it is not restarted
    killProcesses(productPids)
    await stop
  }
  await stopping
  return seconds
}

async function measureFirstResponse({ stack, signToken }: BenchProduct): Promise<number> {
  const startedAt = performance.now()
  const started = stack.start()
  const headers = { authorization: `Bearer ${signToken(0)}` }
  const isResponding = async () => {
    const response = await fetch(`${stack.url}/api/posts?page=1&limit=5`, { headers }).catch(() => undefined)
    await response?.arrayBuffer()
    return response?.ok
  }
  while (!(await isResponding())) await delay(20)
  const seconds = (performance.now() - startedAt) / 1000
  await started
  return seconds
}
