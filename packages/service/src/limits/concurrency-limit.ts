import { DomainError } from '../errors.ts'

export type ConcurrencyLimit = {
  /** Runs a task when a slot is free, in the order of the calls. Rejects with too_many_requests if the queue is full. */
  <T>(task: () => Promise<T>): Promise<T>
  /** Fails early, without taking a slot. @throws too_many_requests if the queue is full */
  assertNotFull(): void
}

/** Creates a limit: at most `maxConcurrency` tasks run at the same time and at most `maxQueued` wait. */
export function createConcurrencyLimit(
  maxConcurrency: number,
  { maxQueued = Number.POSITIVE_INFINITY } = {},
): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let running = 0

  const assertNotFull = () => {
    if (running === maxConcurrency && queue.length >= maxQueued)
      throw new DomainError('too_many_requests', { retryAfter: 1 })
  }
  const acquireSlot = async () => {
    assertNotFull()
    if (running < maxConcurrency) running++
    else await new Promise<void>((resolve) => queue.push(resolve))
  }
  const releaseSlot = () => {
    const next = queue.shift() // the next task takes the slot, so `running` stays the same
    if (next) next()
    else running--
  }

  const run = async <T>(task: () => Promise<T>) => {
    await acquireSlot()
    try {
      return await task()
    } finally {
      releaseSlot()
    }
  }
  return Object.assign(run, { assertNotFull })
}
