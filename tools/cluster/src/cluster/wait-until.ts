import { setTimeout as delay } from 'node:timers/promises'

/** Longer than a pod takes to start on a busy machine. */
const TIMEOUT_MS = 180_000
const RETRY_DELAY_MS = 250

/** Repeats a check until it succeeds, and returns its value. @throws its last error after three minutes */
export async function waitUntil<T>(check: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await delay(RETRY_DELAY_MS)
  }
}
