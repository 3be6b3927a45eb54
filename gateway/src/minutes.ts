export type Minutes = {
  /** One more for this key in the running minute: the count, and the seconds that are left of the minute. */
  count(key: string): { count: number; secondsLeft: number }
}

const MINUTE = 60_000

/** Counts by key in this process, from each full minute anew. Keeps `room` keys; the oldest makes way for one more. */
export function createMinutes({ room, now }: { room: number; now: () => Date }): Minutes {
  const counts = new Map<string, number>()
  let minute = 0
  return {
    count(key) {
      const time = now().getTime()
      const current = Math.floor(time / MINUTE)
      if (current !== minute) counts.clear()
      minute = current
      const count = (counts.get(key) ?? 0) + 1
      const [oldest] = counts.keys()
      if (count === 1 && counts.size >= room && oldest !== undefined) counts.delete(oldest)
      counts.set(key, count)
      return { count, secondsLeft: ((current + 1) * MINUTE - time) / 1000 }
    },
  }
}
