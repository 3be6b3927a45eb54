import type { KeysetKey, KeysetWindow } from '@meadow/service'

const MAX_BATCH_SIZE = 500

type FilteredWindowReader<Row extends KeysetKey, Shown> = {
  /** Some rows after a key, in the order of the list. */
  readRows: (after: KeysetKey | undefined, limit: number) => Promise<Row[]>
  /** What is shown of these rows, in their order. */
  filterRows: (rows: readonly Row[]) => Promise<Shown[]>
}

/** Walks a list of which not all is shown until a window is full, with one more than its limit. Reads more with each step. */
export async function readFilteredWindow<Row extends KeysetKey, Shown>(
  window: KeysetWindow,
  { readRows: read, filterRows: show }: FilteredWindowReader<Row, Shown>,
): Promise<Shown[]> {
  const { limit, skip } = window
  const wanted = skip + limit + 1
  const shown: Shown[] = []
  for (let last = window.after, size = wanted; ; size = Math.min(size * 2, MAX_BATCH_SIZE)) {
    const rows = await read(last, size)
    shown.push(...(await show(rows)))
    last = rows.at(-1)
    if (rows.length < size || shown.length >= wanted) return shown.slice(skip, wanted)
  }
}
