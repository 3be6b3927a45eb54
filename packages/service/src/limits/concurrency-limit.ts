import { DomainError } from '../errors.ts'

/** Runs a task as soon as the limit allows it. */
export type ConcurrencyLimit = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Creates a limit: at most `maxConcurrency` tasks run at the same time and at most `maxQueued` wait.
 * @throws too_many_requests if the queue is full
 */
export function createConcurrencyLimit(
  maxConcurrency: number,
  { maxQueued = Number.POSITIVE_INFINITY } = {},
): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let running = 0

  const acquireSlot = async () => {
    if (running < maxConcurrency) running++
    else if (queue.length < maxQueued) await new Promise<void>((resolve) => queue.push(resolve))
    else throw new DomainError('too_many_requests', { retryAfter: 1 })
  }
  const releaseSlot = () => {
    const next = queue.shift() // the next task takes the slot, so `running` stays the same
    if (next) next()
    else running--
  }

  return async (task) => {
    await acquireSlot()
    try {
      return await task()
    } finally {
      releaseSlot()
    }
  }
}
