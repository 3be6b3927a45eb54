import { setImmediate as nextTurn } from 'node:timers/promises'

const START_SIZE = 25
const MIN_SIZE = 5
const MAX_SIZE = 100
/** The time that a slice may take: a message that arrives meanwhile waits this long. */
const SLICE_MS = 8

type Clock = { now(): number; waitForTurn(): Promise<unknown> }

const processClock: Clock = { now: () => performance.now(), waitForTurn: () => nextTurn() }

/**
 * Runs `work` with slices of `items`, and lets the event loop have a turn after each. The size of a slice follows from the time of
 * the one before: its work, and the turn in which its sockets are written.
 */
export async function runInSlices<Item>(
  items: readonly Item[],
  work: (slice: readonly Item[]) => void,
  { now, waitForTurn }: Clock = processClock,
): Promise<void> {
  let size = START_SIZE
  let from = 0
  while (from < items.length) {
    const startedAt = now()
    work(items.slice(from, from + size))
    from += size
    if (from < items.length) await waitForTurn()
    const fitting = Math.floor((size * SLICE_MS) / (now() - startedAt))
    size = Math.max(MIN_SIZE, Math.min(MAX_SIZE, 2 * size, fitting))
  }
}
