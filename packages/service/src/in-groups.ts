import { setTimeout as delay } from 'node:timers/promises'

const GROUP_MIN = 50
const GROUPS_MAX = 10
const BETWEEN_MS = 100

/**
 * Lets connections go in small groups, within a second however many they are, so that not all come back in the same
 * moment.
 */
export async function inGroups<One>(all: readonly One[], letGo: (one: One) => void): Promise<void> {
  const size = Math.max(GROUP_MIN, Math.ceil(all.length / GROUPS_MAX))
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await delay(BETWEEN_MS)
    for (const one of all.slice(from, from + size)) letGo(one)
  }
}
