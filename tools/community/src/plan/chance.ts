import { createRandom } from '@meadow/ui/landscape/random'

export type Chance = ReturnType<typeof createChance>

/** Choices that look free and are always the same for a seed. */
export function createChance(seed: number) {
  const random = createRandom(seed)
  const between = (low: number, high: number) => low + random() * (high - low)
  /** Mostly small, sometimes large; on average `mean`. */
  const rarely = (mean: number) => -Math.log(1 - random()) * mean
  return {
    random,
    between,
    rarely,
    shuffled<T>(all: readonly T[]): T[] {
      return all
        .map((one) => ({ one, place: random() }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one)
    },
    /** `count` of them, the heavier the likelier; those without weight never. */
    weighted<T>(all: readonly T[], weightOf: (one: T) => number, count: number): T[] {
      return all
        .map((one) => ({ one, weight: weightOf(one) }))
        .filter(({ weight }) => weight > 0)
        .map(({ one, weight }) => ({ one, turn: rarely(1) / weight }))
        .sort((a, b) => a.turn - b.turn)
        .slice(0, count)
        .map(({ one }) => one)
    },
  }
}
