/** A random number generator with a seed (mulberry32). */
export type SeededRandom = {
  /** Returns a number from 0 to 1, without 1. */
  next(): number
  below(limit: number): number
  pick<T>(items: readonly T[]): T
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick<T>(items: readonly T[]) {
      if (items.length === 0) throw new Error('Cannot pick from an empty list')
      return items[below(items.length)] as T
    },
  }
}
