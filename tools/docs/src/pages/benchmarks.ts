import { type Figure, round } from '../../../bench/src/measure/report.ts'
import { toPercent } from '../../../bench/src/results/conditions.ts'
import type { RecordedResults } from '../../../bench/src/results/recorded-results.ts'
import { formatCode, formatTable } from '../table.ts'

/** Creates the tables of all recorded targets and of the runs that measured them. `benchmarks` are all that have results. */
export function renderBenchmarkTargets(recorded: RecordedResults, benchmarks: readonly string[]): string {
  const results = benchmarks.flatMap((name) => recorded[name] ?? [])
  const missing = benchmarks.filter((name) => !recorded[name])
  const targets = results.flatMap(({ bench, rows }) =>
    rows.flatMap(({ metric, ours, baseline, ratio, target, isReached }) =>
      isReached === undefined
        ? []
        : [
            [
              `[${bench}](#${bench})`,
              metric,
              formatNumber(ours.median),
              baseline ? formatNumber(baseline.median) : '',
              ratio ? formatRange(ratio) : '',
              target,
              isReached ? 'met' : '**missed**',
            ],
          ],
    ),
  )
  const runs = results.map(({ bench, at, seconds, machine, conditions }) => [
    bench,
    at.slice(0, 10),
    `${Math.ceil(seconds / 60)} min`,
    `${machine.cores} cores, ${machine.cpu}`,
    `${machine.node}, ${machine.postgres}`,
    Object.values(conditions.loadAverage).join(', '),
    toPercent(conditions.othersShare),
    toPercent(conditions.stolenShare),
  ])
  const tables = [
    formatTable(['benchmark', 'metric', 'ours', 'baseline', 'ratio', 'target', 'result'], targets),
    formatTable(
      [
        'benchmark',
        'date',
        'took',
        'machine',
        'Node, PostgreSQL',
        'load before, highest, after',
        'other work',
        'stolen',
      ],
      runs,
    ),
  ]
  const note = `Not recorded yet: ${missing.map(formatCode).join(', ')}.`
  return [...(results.length > 0 ? tables : []), ...(missing.length > 0 ? [note] : [])].join('\n\n')
}

const formatRange = ({ median, min, max }: Figure): string => `${round(median)} (${round(min)}..${round(max)})`

/** Formats a figure: whole above 100, because more digits are noise. */
const formatNumber = (value: number): string =>
  round(value, value >= 100 ? 0 : value >= 10 ? 1 : 2).toLocaleString('en', { maximumFractionDigits: 2 })
