import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../logger.ts'

const MAX_WAIT_MS = 5_000

/** Does `work` until it succeeds or the signal says stop, waiting longer after each failure. Never throws. */
export async function retryUntilAborted(
  operation: string,
  work: () => Promise<void>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  for (let wait = 250; !signal.aborted; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, `could not ${operation}, trying again`)
      await delay(wait, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}
