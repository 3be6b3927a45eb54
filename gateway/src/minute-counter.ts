export type MinuteCounter = {
  /** Counts one call of `key`. Returns its count in the current minute and the seconds until the next minute. */
  count(key: string): { count: number; secondsLeft: number }
}

const MINUTE_MS = 60_000

/** Creates a counter by key with fixed windows of a minute. It stores at most `maxKeys` keys and evicts the oldest. */
export function createMinuteCounter({ maxKeys, now }: { maxKeys: number; now: () => Date }): MinuteCounter {
  const counts = new Map<string, number>()
  let minute = 0
  return {
    count(key) {
      const timeMs = now().getTime()
      const current = Math.floor(timeMs / MINUTE_MS)
      if (current !== minute) counts.clear()
      minute = current
      const count = (counts.get(key) ?? 0) + 1
      if (count === 1 && counts.size >= maxKeys) deleteOldest(counts)
      counts.set(key, count)
      return { count, secondsLeft: ((current + 1) * MINUTE_MS - timeMs) / 1000 }
    },
  }
}

function deleteOldest(counts: Map<string, number>): void {
  const [oldest] = counts.keys()
  if (oldest !== undefined) counts.delete(oldest)
}
