import type { ReportRow } from '../measure/report.ts'

/** The limit of a figure. `unit` is empty if the target is a ratio. */
export type Target = { comparison: '<=' | '<' | '>=' | '>'; bound: number; unit: string }

const PATTERN = /^(?<comparison><=|<|>=|>) (?<bound>[\d,]+(?:\.\d+)?)(?: (?<unit>.+))?$/

/** Parses a target such as `<= 25 ms`. Returns undefined if the row has none, or one in words. */
export function parseTarget(text: string): Target | undefined {
  const { comparison, bound = '', unit = '' } = PATTERN.exec(text)?.groups ?? {}
  if (!comparison) return undefined
  return { comparison: comparison as Target['comparison'], bound: Number(bound.replaceAll(',', '')), unit }
}

/** Returns the figure to which the target applies: our own if the target has a unit or there is no ratio. */
function selectTargetFigure({ ours, ratio, target }: ReportRow) {
  return parseTarget(target)?.unit ? ours : (ratio ?? ours)
}

/** Returns true if the median has reached the target, or undefined if the row has no target in numbers. */
export function isTargetReached(row: ReportRow): boolean | undefined {
  const target = parseTarget(row.target)
  if (!target) return undefined
  const { median } = selectTargetFigure(row)
  switch (target.comparison) {
    case '<=':
      return median <= target.bound
    case '<':
      return median < target.bound
    case '>=':
      return median >= target.bound
    case '>':
      return median > target.bound
  }
}
