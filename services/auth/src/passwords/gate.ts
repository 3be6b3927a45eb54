import { DomainError } from '@meadow/service'

/** Lets work through a few at a time. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs at most `atOnce` works at a time while at most `waiting` wait their turn: beyond that it is honest to say so at
 * once. @throws too_many_requests
 */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  const queue: (() => void)[] = []
  let running = 0

  const enter = async () => {
    if (running < atOnce) running++
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve))
    else throw new DomainError('too_many_requests', { retryAfter: 1 })
  }
  const leave = () => {
    const next = queue.shift() // who waited takes over the place, `running` stays
    if (next) next()
    else running--
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
