import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../logger.ts'

const MAX_WAIT_MS = 5_000

/** Repeats `work` until it succeeds or `signal` is aborted, with a longer wait after each failure. Never throws. */
export async function retryUntilAborted(
  operation: string,
  work: () => Promise<void>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  for (let waitMs = 250; !signal.aborted; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, `failed to ${operation}, retrying`)
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}
