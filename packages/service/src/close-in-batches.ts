import { setTimeout as delay } from 'node:timers/promises'

const MIN_BATCH_SIZE = 50
const MAX_BATCHES = 10
const BATCH_INTERVAL_MS = 100

/**
 * Lets connections go in small groups, within a second however many they are, so that not all come back in the same
 * moment.
 */
export async function closeInBatches<One>(all: readonly One[], letGo: (one: One) => void): Promise<void> {
  const size = Math.max(MIN_BATCH_SIZE, Math.ceil(all.length / MAX_BATCHES))
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await delay(BATCH_INTERVAL_MS)
    for (const one of all.slice(from, from + size)) letGo(one)
  }
}
