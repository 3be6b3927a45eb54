/** Returns the value below which this share of the sorted values lies. */
export const getQuantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const getMedian = (values: readonly number[]): number =>
  getQuantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

/** Formats the median ratio of the rounds with the smallest and the largest. */
export function formatRatio(ours: readonly number[], baseline: readonly number[]): string {
  const ratios = ours.map((value, at) => value / (baseline[at] ?? Number.NaN))
  return `${round(getMedian(ratios))} (${round(Math.min(...ratios))}..${round(Math.max(...ratios))})`
}

export type ReportRow = {
  metric: string
  ours: number | string
  baseline: number | string
  ratio: string
  target: string
}

/** Creates the row of a metric and its baseline, as medians of all rounds. */
export const createComparisonRow = (
  metric: string,
  ours: readonly number[],
  baseline: readonly number[],
  target: string,
): ReportRow => ({
  metric,
  ours: round(getMedian(ours)),
  baseline: round(getMedian(baseline)),
  ratio: formatRatio(ours, baseline),
  target,
})

/** Creates the row of a metric without a baseline. */
export const createSingleRow = (metric: string, ours: number, target = ''): ReportRow => ({
  metric,
  ours: round(ours),
  baseline: '',
  ratio: '',
  target,
})

/** Creates the row of a metric without a baseline, as the median of all rounds with the smallest and the largest. */
export const createRangeRow = (metric: string, ours: readonly number[], target: string): ReportRow => ({
  metric,
  ours: `${round(getMedian(ours), 0)} (${round(Math.min(...ours), 0)}..${round(Math.max(...ours), 0)})`,
  baseline: '',
  ratio: '',
  target,
})

/** Merges the rows of several products into one table, metric by metric. */
export function mergeSides(sides: readonly (readonly [side: string, rows: readonly ReportRow[]])[]): ReportRow[] {
  const named = sides.map(([side, rows]) =>
    sides.length === 1 ? rows : rows.map((row) => ({ ...row, metric: `${row.metric}, ${side}` })),
  )
  return (named[0] ?? []).flatMap((_, at) => named.flatMap((rows) => rows.slice(at, at + 1)))
}

/** Prints the table, its explanation, and one line of JSON. */
export function printReport(name: string, rows: readonly ReportRow[], meaning: string): void {
  console.table(rows)
  console.log(meaning)
  console.log(JSON.stringify({ bench: name, at: new Date().toISOString(), rows }))
}
