import { setTimeout } from 'node:timers/promises'

const TIMEOUT_MS = 25_000
const RETRY_DELAY_MS = 10

/** Makes an assertion again and again until it holds; after 25 s what it says last is the failure of the test. */
export async function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    try {
      return await assertion()
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await setTimeout(RETRY_DELAY_MS)
  }
}
