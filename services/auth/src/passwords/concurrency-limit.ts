import { DomainError } from '@meadow/service'

/** Runs work with limited concurrency. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates a limit: at most `maxConcurrency` functions run at a time and at most `maxQueued` wait.
 * @throws too_many_requests if the queue is full
 */
export function createConcurrencyLimit({
  maxConcurrency,
  maxQueued,
}: {
  maxConcurrency: number
  maxQueued: number
}): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let running = 0

  const acquireSlot = async () => {
    if (running < maxConcurrency) running++
    else if (queue.length < maxQueued) await new Promise<void>((resolve) => queue.push(resolve))
    else throw new DomainError('too_many_requests', { retryAfter: 1 })
  }
  const releaseSlot = () => {
    const next = queue.shift() // the next function takes the slot, so `running` stays the same
    if (next) next()
    else running--
  }

  return async (work) => {
    await acquireSlot()
    try {
      return await work()
    } finally {
      releaseSlot()
    }
  }
}
