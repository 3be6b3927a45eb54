export type Random = ReturnType<typeof createRandom>

/** Creates a pseudo-random generator whose choices are always the same for a seed. */
export function createRandom(seed: number) {
  const next = createMulberry32(seed)
  /** Exponentially distributed: mostly small, sometimes large. */
  const exponential = (mean: number) => -Math.log(1 - next()) * mean
  return {
    /** Returns a number from 0 (included) to 1. */
    next,
    exponential,
    between: (low: number, high: number) => low + next() * (high - low),
    shuffle<T>(items: readonly T[]): T[] {
      return items
        .map((item) => ({ item, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item)
    },
    /** Picks `count` items without repetition, in proportion to their weights; items of weight 0 are never picked. */
    pickWeighted<T>(items: readonly T[], weightOf: (item: T) => number, count: number): T[] {
      return items
        .map((item) => ({ item, weight: weightOf(item) }))
        .filter(({ weight }) => weight > 0)
        .map(({ item, weight }) => ({ item, order: exponential(1) / weight }))
        .sort((a, b) => a.order - b.order)
        .slice(0, count)
        .map(({ item }) => item)
    },
  }
}

/** Mulberry32 by Tommy Ettinger (public domain): a 32-bit generator that is good enough for sample data. */
function createMulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
