import type { Logger } from '@meadow/service'
import { createBackOff } from '@meadow/storage'
import type { Delivery, Subscription } from './bus.ts'

/** Handles a batch, again and again until it succeeds. Returns false if `signal` is aborted before that. */
export async function handleWithRetries(
  { group, handle }: Subscription,
  batch: readonly Delivery[],
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<boolean> {
  const backOff = createBackOff()
  while (!signal.aborted) {
    try {
      if (batch.length > 0) await handle(batch)
      if (backOff.failures > 0) log.info({ group }, 'handling events again')
      return true
    } catch (error) {
      if (signal.aborted) return false
      if (backOff.failures === 0) log.warn({ err: error, group }, 'events cannot be handled; retrying')
      await backOff.wait(signal)
    }
  }
  return false
}
