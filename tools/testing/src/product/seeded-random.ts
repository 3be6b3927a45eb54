/** Numbers from 0 to 1 that a seed decides (mulberry32), with what tests and loads need of them. */
export type Random = {
  next(): number
  below(limit: number): number
  pick<T>(items: readonly T[]): T
}

export function seeded(seed: number): Random {
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
      if (items.length === 0) throw new Error('There is nothing to pick from')
      return items[below(items.length)] as T
    },
  }
}
