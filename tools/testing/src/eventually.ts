import { setTimeout } from 'node:timers/promises'

const PATIENCE_MS = 25_000
const BETWEEN_MS = 10

/** Makes an assertion again and again until it holds; after 25 s what it says last is the failure of the test. */
export async function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await assertion()
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await setTimeout(BETWEEN_MS)
  }
}
