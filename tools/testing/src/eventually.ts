import { setTimeout } from 'node:timers/promises'

const TIMEOUT_MS = 25_000
const RETRY_DELAY_MS = 10

/** Repeats an assertion until it holds, and returns its value. @throws its last error after 25 s */
export async function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    try {
      return await assertion()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await setTimeout(RETRY_DELAY_MS)
  }
}
