/** Returns the value below which this share of the sorted values lies. */
export const getQuantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const getMedian = (values: readonly number[]): number =>
  getQuantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

/** The median of the rounds, with the smallest and the largest. */
export type Figure = { median: number; min: number; max: number; rounds: number }

const SIGNIFICANT_DIGITS = 5

function toFigure(values: readonly number[]): Figure {
  const roundTo = (value: number) => Number(value.toPrecision(SIGNIFICANT_DIGITS))
  const [min, median, max] = [Math.min(...values), getMedian(values), Math.max(...values)].map(roundTo) as [
    number,
    number,
    number,
  ]
  return { median, min, max, rounds: values.length }
}

/** Formats the median, and with several rounds the smallest and the largest in brackets. */
export const formatFigure = ({ median, min, max, rounds }: Figure): string =>
  rounds > 1 ? `${round(median)} (${round(min)}..${round(max)})` : `${round(median)}`

/**
 * A measured figure of ours, with a baseline and the ratio of both if it has one. A target with a unit, such as `<= 25 ms`,
 * applies to our own figure; one without a unit applies to the ratio.
 */
export type ReportRow = { metric: string; ours: Figure; baseline?: Figure; ratio?: Figure; target: string }

/** Creates the row of a metric and its baseline. The ratio is that of each round. */
export function createComparisonRow(
  metric: string,
  ours: readonly number[],
  baseline: readonly number[],
  target: string,
): ReportRow {
  const ratios = ours.map((value, at) => value / (baseline[at] ?? Number.NaN))
  return {
    metric,
    ours: toFigure(ours),
    baseline: toFigure(baseline),
    ...(ratios.every(Number.isFinite) && { ratio: toFigure(ratios) }),
    target,
  }
}

/** Creates the row of a metric without a baseline that was measured once. */
export const createSingleRow = (metric: string, ours: number, target = ''): ReportRow =>
  createRangeRow(metric, [ours], target)

/** Creates the row of a metric without a baseline. */
export const createRangeRow = (metric: string, ours: readonly number[], target = ''): ReportRow => ({
  metric,
  ours: toFigure(ours),
  target,
})

/** Merges the rows of several products into one table, metric by metric. */
export function mergeSides(sides: readonly (readonly [side: string, rows: readonly ReportRow[]])[]): ReportRow[] {
  const named = sides.map(([side, rows]) =>
    sides.length === 1 ? rows : rows.map((row) => ({ ...row, metric: `${row.metric}, ${side}` })),
  )
  return (named[0] ?? []).flatMap((_, at) => named.flatMap((rows) => rows.slice(at, at + 1)))
}

/** The message of a benchmark to the process that has started it. */
export type BenchReport = { bench: string; rows: readonly ReportRow[] }

/** Prints the table and its explanation, and reports the rows to the parent process. */
export function printReport(bench: string, rows: readonly ReportRow[], meaning: string): void {
  console.table(rows.map(toTableRow))
  console.log(meaning)
  process.send?.({ bench, rows } satisfies BenchReport)
}

const toTableRow = ({ metric, ours, baseline, ratio, target }: ReportRow) => ({
  metric,
  ours: baseline ? round(ours.median) : formatFigure(ours),
  baseline: baseline ? round(baseline.median) : '',
  ratio: ratio ? formatFigure(ratio) : '',
  target,
})
