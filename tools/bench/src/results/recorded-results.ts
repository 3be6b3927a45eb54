import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReportRow } from '../measure/report.ts'
import type { RunConditions } from './conditions.ts'

/** The machine of a run. Our own figures can only be compared on the same one. */
export type Machine = { cpu: string; cores: number; node: string; postgres: string }

/** The result of one benchmark. */
export type BenchResult = {
  bench: string
  /** The time when it began, in ISO 8601. */
  at: string
  seconds: number
  machine: Machine
  conditions: RunConditions
  /** Why the figures are worthless. Empty if they are not. */
  problems: readonly string[]
  rows: readonly (ReportRow & { isReached?: boolean })[]
}

export type RecordedResults = Readonly<Record<string, Omit<BenchResult, 'problems'>>>

/** The last results of a quiet machine, by benchmark, with the ratios to the baseline. */
const RECORDED_RESULTS_FILE = join(import.meta.dirname, '../../baseline.json')

export const readRecordedResults = (): RecordedResults => JSON.parse(readFileSync(RECORDED_RESULTS_FILE, 'utf8'))

export const isSameMachine = (one: Machine, other: Machine): boolean =>
  one.cpu === other.cpu && one.cores === other.cores

/** Replaces the results of these benchmarks, except of those whose figures are worthless. Returns the names of the replaced. */
export async function recordResults(results: readonly BenchResult[]): Promise<string[]> {
  const usable = results.filter(({ problems }) => problems.length === 0)
  const recorded = { ...readRecordedResults() }
  for (const { problems: _problems, ...result } of usable) recorded[result.bench] = result
  const sorted = Object.fromEntries(Object.entries(recorded).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  await writeFile(RECORDED_RESULTS_FILE, `${JSON.stringify(sorted, undefined, 2)}\n`)
  return usable.map(({ bench }) => bench)
}
