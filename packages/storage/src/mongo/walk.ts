import type { Key, Window } from '@meadow/service'

const MOST_AT_ONCE = 500

type Walk<Row extends Key, Shown> = {
  /** Some rows after a key, in the order of the list. */
  read: (after: Key | undefined, limit: number) => Promise<Row[]>
  /** What is shown of these rows, in their order. */
  show: (rows: readonly Row[]) => Promise<Shown[]>
}

/** Walks a list of which not all is shown until a window is full, with one more than its limit. Reads more with each step. */
export async function walk<Row extends Key, Shown>(window: Window, { read, show }: Walk<Row, Shown>): Promise<Shown[]> {
  const { limit, skip } = window
  const wanted = skip + limit + 1
  const shown: Shown[] = []
  for (let last = window.after, size = wanted; ; size = Math.min(size * 2, MOST_AT_ONCE)) {
    const rows = await read(last, size)
    shown.push(...(await show(rows)))
    last = rows.at(-1)
    if (rows.length < size || shown.length >= wanted) return shown.slice(skip, wanted)
  }
}
