import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgresBinaries } from '@meadow/stack/postgres-binaries'
import { startMachineSampler } from '../measure/machine-sampler.ts'
import type { BenchReport } from '../measure/report.ts'
import { isIndependentOfLoad } from '../scenarios.ts'
import { listConditionProblems, summarizeConditions } from './conditions.ts'
import type { BenchResult, Machine } from './recorded-results.ts'
import { isTargetReached } from './target.ts'

const SCRIPT = join(import.meta.dirname, '../run-scenario.ts')

/** Runs a benchmark in a process of its own, so that it starts with an empty heap. A failure is a problem of the result. */
export async function runBenchmark(
  bench: string,
  { machine, options }: { machine: Machine; options: readonly string[] },
): Promise<BenchResult> {
  const at = new Date().toISOString()
  const startedAt = performance.now()
  const sampler = startMachineSampler()
  const child = spawn(process.execPath, [SCRIPT, bench, ...options], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  let rows: BenchReport['rows'] = []
  child.on('message', (report: BenchReport) => {
    rows = report.rows
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  const conditions = summarizeConditions(sampler.stop())
  const failures = code === 0 ? [] : [`it failed with ${signal ?? `code ${code}`}`]
  return {
    bench,
    at,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    machine,
    conditions,
    problems: [...failures, ...(isIndependentOfLoad(bench) ? [] : listConditionProblems(conditions))],
    rows: rows.map((row) => {
      const isReached = isTargetReached(row)
      return isReached === undefined ? row : { ...row, isReached }
    }),
  }
}

export async function readMachine(): Promise<Machine> {
  const { postgres } = await findPostgresBinaries()
  const { stdout } = await promisify(execFile)(postgres, ['--version'])
  return {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    node: process.versions.node,
    postgres: /[\d.]+/.exec(stdout)?.[0] ?? '',
  }
}
