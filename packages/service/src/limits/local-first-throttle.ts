import type { Throttle } from './throttle.ts'

/** An instance counts this share of a limit in its memory before it asks the shared state. */
const LOCAL_SHARE = 0.1

type LocalFirstThrottleDeps = { throttle: Throttle; now: () => Date }

type LocalWindow = { number: number; counts: Map<string, number> }

/**
 * Creates a throttle for frequent attempts, most of which are far below their limit: each instance counts the first
 * tenth of a limit in its memory, without a call of the shared state, and the rest with `throttle`. One instance applies
 * the limit exactly, each further one may let a tenth more through.
 */
export function createLocalFirstThrottle({ throttle, now }: LocalFirstThrottleDeps): Throttle {
  const windows = new Map<string, LocalWindow>()

  /** Returns the local counts of the current window. Those of earlier windows are dropped. */
  function getCounts(name: string, windowSeconds: number): Map<string, number> {
    const number = Math.floor(now().getTime() / 1000 / windowSeconds)
    let window = windows.get(name)
    if (window?.number !== number) {
      window = { number, counts: new Map() }
      windows.set(name, window)
    }
    return window.counts
  }

  return {
    async consume(limit, ...subject) {
      const { name, max, windowSeconds } = limit
      const maxLocal = Math.floor(max * LOCAL_SHARE)
      const counts = getCounts(name, windowSeconds)
      const key = JSON.stringify(subject)
      const count = counts.get(key) ?? 0
      if (count >= maxLocal) return throttle.consume({ ...limit, max: max - maxLocal }, ...subject)
      counts.set(key, count + 1)
      return { refund: async () => void counts.set(key, (counts.get(key) ?? 1) - 1) }
    },
  }
}
