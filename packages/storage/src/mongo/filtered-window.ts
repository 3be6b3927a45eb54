import type { KeysetKey, KeysetWindow } from '@meadow/service'

const MAX_BATCH_SIZE = 500

type FilteredWindowReader<Row extends KeysetKey, Item> = {
  /** Reads rows after a key, in the order of the list. */
  readRows: (after: KeysetKey | undefined, limit: number) => Promise<Row[]>
  /** Returns the visible items of the rows, in the same order. */
  filterRows: (rows: readonly Row[]) => Promise<Item[]>
}

/**
 * Reads a window of a list of which some rows are not visible, with one item more than its limit. Reads in batches of
 * growing size until the window is full.
 */
export async function readFilteredWindow<Row extends KeysetKey, Item>(
  window: KeysetWindow,
  { readRows, filterRows }: FilteredWindowReader<Row, Item>,
): Promise<Item[]> {
  const { limit, skip } = window
  const count = skip + limit + 1
  const items: Item[] = []
  for (let last = window.after, size = count; ; size = Math.min(size * 2, MAX_BATCH_SIZE)) {
    const rows = await readRows(last, size)
    items.push(...(await filterRows(rows)))
    last = rows.at(-1)
    if (rows.length < size || items.length >= count) return items.slice(skip, count)
  }
}
