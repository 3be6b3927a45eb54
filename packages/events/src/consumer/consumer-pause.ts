import type { Logger } from '@meadow/service'
import type { ConsumerDelivery } from '../operator/replay.ts'
import { FailureLimitError } from './failure-limit.ts'

/** A blocked event is tried again every few seconds. Without an attempt for this long, its partition has probably moved. */
const BLOCKED_TIMEOUT_MS = 60_000

type ConsumerPauseDeps = { consumer: string; log: Logger; now: () => Date }

/**
 * The events that the failure limit blocks. The consumer counts as paused while there is one; the bus delivers blocked events
 * again and again, and their topic or partition waits.
 */
export type ConsumerPause = {
  isPaused(): boolean
  isBlocked(delivery: ConsumerDelivery): boolean
  /** Marks an event as blocked. Returns the error that makes the bus deliver it again. */
  block(delivery: ConsumerDelivery, cause: unknown): FailureLimitError
  /** Unmarks events that were handled. The pause ends with the last blocked one. */
  release(handled: readonly ConsumerDelivery[]): void
}

const toKey = ({ topic, offset }: ConsumerDelivery) => `${topic} ${offset}`

/** Creates the pause of one consumer. */
export function createConsumerPause({ consumer, log, now }: ConsumerPauseDeps): ConsumerPause {
  const lastAttempts = new Map<string, number>()

  function isPaused(): boolean {
    const oldest = now().getTime() - BLOCKED_TIMEOUT_MS
    for (const [key, attemptedAt] of lastAttempts) if (attemptedAt < oldest) lastAttempts.delete(key)
    return lastAttempts.size > 0
  }

  return {
    isPaused,
    isBlocked: (delivery) => lastAttempts.has(toKey(delivery)),
    block(delivery, cause) {
      const { topic, offset } = delivery
      if (!isPaused())
        log.error({ err: cause, consumer, topic, offset }, 'too many events fail: the consumer pauses and retries')
      lastAttempts.set(toKey(delivery), now().getTime())
      return new FailureLimitError('Too many of the last events failed', { cause })
    },
    release(handled) {
      if (lastAttempts.size === 0) return
      for (const delivery of handled) lastAttempts.delete(toKey(delivery))
      if (lastAttempts.size === 0) log.info({ consumer }, 'the consumer continues after a pause')
    },
  }
}
