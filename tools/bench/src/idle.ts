import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgres } from '@meadow/stack/postgres'
import { listProcessTree } from '@meadow/testing/process-tree'
import { startStackWithCommunity } from '@meadow/testing/stack'
import { startBareExpress } from './bare.ts'
import { compare, type Row, report } from './figures.ts'
import { ROUNDS } from './measured.ts'
import { cpuOfFamily, memoryOf, quiet } from './processes.ts'
import { PROCESSES } from './product.ts'

/** By then what follows a start is done, and connections that nobody needs any more are closed. */
const SETTLES_MS = 90_000
const ROUND_MS = 60_000

const MEANING = `The product with the demo community, as \`npm start\` runs it, and nobody there. MiB is memory (PSS), % the share of one core
over a minute, in each of ${ROUNDS} rounds. Bare is a Node with express that nobody asks for each process of ours, and a PostgreSQL of
its own without a database of ours.`

/** What the product takes while nobody uses it. */
export async function idle(): Promise<void> {
  await using ours = await openOurs()
  await using bare = await openBare()
  await delay(SETTLES_MS)
  await quiet([...ours.parts, ...bare.parts].map(([, pid]) => pid))
  const rounds = new Map<string, Round[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, figures] of await measure([...ours.parts, ...bare.parts]))
      rounds.set(name, [...(rounds.get(name) ?? []), figures])
  report('idle', rowsOf(rounds), MEANING)
}

/** Names of processes, each with all that it has started. */
type Parts = [name: string, pid: number][]
type Round = { mib: number; share: number }

async function openOurs(): Promise<AsyncDisposable & { parts: Parts }> {
  const [stack, supervisor] = await started(startStackWithCommunity)
  const services = [...PROCESSES, 'frontends'].map((name): Parts[number] => [name, stack.pidOf(name) ?? 0])
  const known = new Set(services.map(([, pid]) => pid))
  const [, postgres = 0] = listProcessTree(supervisor).filter((pid) => !known.has(pid))
  const parts: Parts = [...services, ['PostgreSQL', postgres], ['all', supervisor]]
  return { parts, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() }
}

const BARE = { node: 'bare Node', postgres: 'bare PostgreSQL' }

async function openBare(): Promise<AsyncDisposable & { parts: Parts }> {
  await using opening = new AsyncDisposableStack()
  const dir = await mkdtemp(join(tmpdir(), 'meadow-bare-'))
  opening.defer(() => rm(dir, { recursive: true, force: true }))
  const [postgres, database] = await started(() => openPostgres({ dir: join(dir, 'postgres'), log: () => undefined }))
  opening.defer(postgres.stop)
  const express = opening.use(await startBareExpress())
  const opened = opening.move()
  const parts: Parts = [...express.pids.map((pid): Parts[number] => [BARE.node, pid]), [BARE.postgres, database]]
  return { parts, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Starts something, and answers the process that it has started, too. */
async function started<T>(start: () => Promise<T>): Promise<[T, number]> {
  const before = new Set(listProcessTree(process.pid))
  const what = await start()
  return [what, listProcessTree(process.pid).find((pid) => !before.has(pid)) ?? 0]
}

async function measure(parts: Parts): Promise<[string, Round][]> {
  const before = parts.map(([, pid]) => cpuOfFamily(pid))
  const begun = performance.now()
  await delay(ROUND_MS)
  const tookUs = (performance.now() - begun) * 1000
  return parts.map(([name, pid], at) => {
    const share = ((cpuOfFamily(pid) - (before[at] ?? 0)) / tookUs) * 100
    return [name, { mib: memoryOf(listProcessTree(pid)), share }]
  })
}

/** A row for the memory and one for the processor time of each part. */
function rowsOf(rounds: Map<string, Round[]>): Row[] {
  const figures = (name: string, figure: keyof Round) => (rounds.get(name) ?? []).map((round) => round[figure])
  const bareOf = (name: string, figure: keyof Round): number[] => {
    if (name === 'PostgreSQL') return figures(BARE.postgres, figure)
    const node = figures(BARE.node, figure)
    if (name !== 'all') return node
    const processes = PROCESSES.length + 2 // and the front ends, and who supervises all
    return figures(BARE.postgres, figure).map((value, at) => value + (node[at] ?? 0) * processes)
  }
  const names = [...rounds.keys()].filter((name) => !Object.values(BARE).includes(name))
  return names.flatMap((name) => [
    compare(`${name}: MiB`, figures(name, 'mib'), bareOf(name, 'mib'), name === 'all' ? '< 500 MiB' : ''),
    compare(`${name}: %`, figures(name, 'share'), bareOf(name, 'share'), name === 'all' ? '< 3 %' : ''),
  ])
}
