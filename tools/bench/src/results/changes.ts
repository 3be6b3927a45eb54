import type { Figure, ReportRow } from '../measure/report.ts'
import { parseTarget } from './target.ts'

/** A figure that differs from the recorded one by more than the noise of both. */
export type Change = { metric: string; recorded: Figure; now: Figure; verdict: 'better' | 'worse' | 'changed' }

/**
 * Lists the rows whose range of rounds does not overlap with the recorded one. Compares the ratios to the baseline. Rows
 * without a ratio are compared by our own figure, and only on the same machine. A row with one round has no known noise.
 */
export function listChanges(rows: readonly ReportRow[], recordedRows: readonly ReportRow[], isSameMachine: boolean) {
  const recordedByMetric = new Map(recordedRows.map((row) => [row.metric, row]))
  return rows.flatMap((row): Change[] => {
    const recordedRow = recordedByMetric.get(row.metric)
    const [now, recorded] =
      row.ratio || !isSameMachine ? [row.ratio, recordedRow?.ratio] : [row.ours, recordedRow?.ours]
    if (!now || !recorded || now.rounds < 2 || recorded.rounds < 2) return []
    const isHigher = now.min > recorded.max
    const isLower = now.max < recorded.min
    if (!isHigher && !isLower) return []
    const comparison = parseTarget(row.target)?.comparison
    const isLowerBetter = comparison?.startsWith('<')
    const verdict = comparison === undefined ? 'changed' : isLower === isLowerBetter ? 'better' : 'worse'
    return [{ metric: row.metric, recorded, now, verdict }]
  })
}
