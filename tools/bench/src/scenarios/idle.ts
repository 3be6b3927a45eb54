import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgres } from '@meadow/stack/postgres'
import { listProcessTree } from '@meadow/testing/process-tree'
import { startStackWithCommunity } from '@meadow/testing/stack'
import { startBaselineExpress } from '../baseline/baseline-servers.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { readMemoryMib, readTreeCpuUs, waitUntilIdle } from '../measure/process-usage.ts'
import { createComparisonRow, printReport, type ReportRow } from '../measure/report.ts'
import { PROCESSES } from '../product/open-product.ts'
import { listProductProcesses, type NamedProcesses } from '../product/product-processes.ts'

/** After that the work of the start is done and unused connections are closed. */
const SETTLE_MS = 90_000
const ROUND_MS = 60_000

const MEANING = `The product with the demo community, as \`npm start\` runs it, without members. MiB is memory (PSS), % the share of one core
over a minute, in each of ${ROUNDS} rounds. The baseline is an idle Node process with Express for each of our processes, and an
empty PostgreSQL.`

/** Measures the product without members. */
export async function benchIdle(): Promise<void> {
  await using stack = await startStackWithCommunity()
  const ours = listProductProcesses(stack)
  await using baseline = await openBaseline()
  await delay(SETTLE_MS)
  await waitUntilIdle([...ours, ...baseline.parts].map(([, pid]) => pid))
  const rounds = new Map<string, Round[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, figures] of await measure([...ours, ...baseline.parts]))
      rounds.set(name, [...(rounds.get(name) ?? []), figures])
  printReport('idle', rowsOf(rounds), MEANING)
}

type Round = { mib: number; share: number }

const BASELINE = { node: 'baseline Node', postgres: 'baseline PostgreSQL' }

async function openBaseline(): Promise<AsyncDisposable & { parts: NamedProcesses }> {
  await using opening = new AsyncDisposableStack()
  const dir = await mkdtemp(join(tmpdir(), 'meadow-baseline-'))
  opening.defer(() => rm(dir, { recursive: true, force: true }))
  const [postgres, database] = await started(() => openPostgres({ dir: join(dir, 'postgres'), log: () => undefined }))
  opening.defer(postgres.stop)
  const express = opening.use(await startBaselineExpress())
  const opened = opening.move()
  const parts: NamedProcesses = [
    ...express.pids.map((pid): NamedProcesses[number] => [BASELINE.node, pid]),
    [BASELINE.postgres, database],
  ]
  return { parts, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Starts something and returns its result with the id of the new child process. */
async function started<T>(start: () => Promise<T>): Promise<[T, number]> {
  const before = new Set(listProcessTree(process.pid))
  const result = await start()
  return [result, listProcessTree(process.pid).find((pid) => !before.has(pid)) ?? 0]
}

async function measure(parts: NamedProcesses): Promise<[string, Round][]> {
  const before = parts.map(([, pid]) => readTreeCpuUs(pid))
  const startedAt = performance.now()
  await delay(ROUND_MS)
  const durationUs = (performance.now() - startedAt) * 1000
  return parts.map(([name, pid], at) => {
    const share = ((readTreeCpuUs(pid) - (before[at] ?? 0)) / durationUs) * 100
    return [name, { mib: readMemoryMib(listProcessTree(pid)), share }]
  })
}

/** Returns a row for memory and a row for processor time of each process. */
function rowsOf(rounds: Map<string, Round[]>): ReportRow[] {
  const figures = (name: string, figure: keyof Round) => (rounds.get(name) ?? []).map((round) => round[figure])
  const baselineOf = (name: string, figure: keyof Round): number[] => {
    if (name === 'PostgreSQL') return figures(BASELINE.postgres, figure)
    const node = figures(BASELINE.node, figure)
    if (name !== 'all') return node
    const processes = PROCESSES.length + 2 // plus the front ends and the supervisor
    return figures(BASELINE.postgres, figure).map((value, at) => value + (node[at] ?? 0) * processes)
  }
  const names = [...rounds.keys()].filter((name) => !Object.values(BASELINE).includes(name))
  return names.flatMap((name) => [
    createComparisonRow(
      `${name}: MiB`,
      figures(name, 'mib'),
      baselineOf(name, 'mib'),
      name === 'all' ? '< 500 MiB' : '',
    ),
    createComparisonRow(`${name}: %`, figures(name, 'share'), baselineOf(name, 'share'), name === 'all' ? '< 3 %' : ''),
  ])
}
