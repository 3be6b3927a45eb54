import { DomainError } from '@meadow/service/errors'

/**
 * Runs work at once, or when work with the same key has ended. Work with different keys runs at the same time.
 * @throws unavailable, without running the work, when too much work waits for the key or waits too long
 */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

export type KeyedQueueOptions = {
  /** The work with one key that runs at the same time. @default 1 */
  maxConcurrency?: number
  /** The work with one key that waits. @default unlimited */
  maxWaiting?: number
  /** The longest wait in milliseconds. @default unlimited */
  timeoutMs?: number | undefined
  /** Called for each refused work. */
  onRefused?: () => void
}

type KeyState = { running: number; waiting: Set<() => void> }

const RETRY_AFTER_SECONDS = 1

/** Creates a queue that runs the work with one key in the order of the calls. */
export function createKeyedQueue({
  maxConcurrency = 1,
  maxWaiting = Number.POSITIVE_INFINITY,
  timeoutMs,
  onRefused,
}: KeyedQueueOptions = {}): KeyedQueue & { countWaiting(): number } {
  const states = new Map<string, KeyState>()

  function createRefusal(key: string, reason: string): DomainError {
    onRefused?.()
    return new DomainError('unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause: new Error(`${reason} for ${key}`) })
  }

  async function waitForSlot(key: string, { waiting }: KeyState): Promise<void> {
    if (waiting.size >= maxWaiting) throw createRefusal(key, 'too many wait')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const refuse = () => {
      waiting.delete(resolve)
      reject(createRefusal(key, `waited ${timeoutMs} ms`))
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(refuse, timeoutMs)
    waiting.add(resolve)
    await promise.finally(() => clearTimeout(timer))
  }

  /** Passes the slot on to the work that waits longest. */
  function releaseSlot(key: string, state: KeyState): void {
    const [next] = state.waiting
    if (next) {
      state.waiting.delete(next)
      next()
    } else if (--state.running === 0) states.delete(key)
  }

  const enqueue: KeyedQueue = async (key, work) => {
    const state = states.get(key) ?? { running: 0, waiting: new Set() }
    states.set(key, state)
    if (state.running < maxConcurrency) state.running++
    else await waitForSlot(key, state)
    try {
      return await work()
    } finally {
      releaseSlot(key, state)
    }
  }
  return Object.assign(enqueue, {
    countWaiting: () => [...states.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
  })
}
