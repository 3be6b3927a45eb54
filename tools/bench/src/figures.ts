/** The value below which this share of the sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

/** The median of the rounds' ratios with the smallest and the largest. */
export function ratio(ours: readonly number[], bare: readonly number[]): string {
  const ratios = ours.map((value, at) => value / (bare[at] ?? Number.NaN))
  return `${round(median(ratios))} (${round(Math.min(...ratios))}..${round(Math.max(...ratios))})`
}

export type Row = { figure: string; ours: number | string; bare: number | string; ratio: string; bar: string }

/** A figure of all rounds beside its bare limit. */
export const compare = (figure: string, ours: readonly number[], bare: readonly number[], bar: string): Row => ({
  figure,
  ours: round(median(ours)),
  bare: round(median(bare)),
  ratio: ratio(ours, bare),
  bar,
})

/** A figure that has a bar of its own and no bare limit. */
export const alone = (figure: string, ours: number, bar = ''): Row => ({
  figure,
  ours: round(ours),
  bare: '',
  ratio: '',
  bar,
})

/** The rows of each side as one table, what all have of a figure together. */
export function sideBySide(sides: readonly (readonly [side: string, rows: readonly Row[]])[]): Row[] {
  const named = sides.map(([side, rows]) =>
    sides.length === 1 ? rows : rows.map((row) => ({ ...row, figure: `${row.figure}, ${side}` })),
  )
  return (named[0] ?? []).flatMap((_, at) => named.flatMap((rows) => rows.slice(at, at + 1)))
}

/** Prints the figures as a table, what they mean, and one line for programs. */
export function report(name: string, rows: readonly Row[], meaning: string): void {
  console.table(rows)
  console.log(meaning)
  console.log(JSON.stringify({ bench: name, at: new Date().toISOString(), rows }))
}
