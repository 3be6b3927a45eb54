import { createHash } from 'node:crypto'
import { DomainError } from '../errors.ts'
import type { Logger } from '../logger.ts'

/** How many in how many seconds. */
export type ThrottleLimit = {
  name: string
  max: number
  windowSeconds: number
  /** What cannot be counted is not allowed: for what must never be tried as often as one likes. */
  failsClosed?: true
}

type ThrottlePermit = {
  /** For what turned out not to count. */
  refund(): Promise<void>
}

export type Throttle = {
  /** Counts one more of what `subject` does, before it is done. @throws too_many_requests, unavailable */
  consume(limit: ThrottleLimit, ...subject: string[]): Promise<ThrottlePermit>
}

/** The part of the shared state that counting needs. */
export type ThrottleCounters = { increment(key: string, by: number, ttlSeconds: number): Promise<number> }

const unlimitedPermit: ThrottlePermit = { refund: async () => {} }

/** For installations under test: everything is allowed. */
export const unlimitedThrottle: Throttle = { consume: async () => unlimitedPermit }

type ThrottleDeps = { state: ThrottleCounters; log: Logger; now: () => Date }

/**
 * Counts in the shared state, so that all instances count together; windows begin at full quarters or hours. While the
 * state is away nothing is counted, and each limit says what is worse: a member who cannot speak, or a password that may be
 * guessed.
 */
export function createThrottle({ state, log, now }: ThrottleDeps): Throttle {
  return {
    async consume({ name, max: most, windowSeconds: seconds, failsClosed: refusesUncounted }, ...subject) {
      const time = now().getTime() / 1000
      const window = Math.floor(time / seconds)
      const key = toCounterKey([name, String(window), ...subject])
      const count = async (by: number) => {
        try {
          return await state.increment(key, by, seconds)
        } catch (error) {
          log.warn({ err: error, limit: name }, 'attempts cannot be counted')
          if (refusesUncounted && by > 0) throw new DomainError('unavailable', { cause: error })
          return 0
        }
      }
      if ((await count(1)) <= most) return { refund: async () => void (await count(-1)) }
      throw new DomainError('too_many_requests', { retryAfter: (window + 1) * seconds - time })
    },
  }
}

/** Does what counts; when it fails it did not count. @throws too_many_requests, unavailable, and what `work` throws */
export async function withThrottle<Result>(
  throttle: Throttle,
  limit: ThrottleLimit,
  subject: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const taken = await throttle.consume(limit, subject)
  try {
    return await work()
  } catch (error) {
    await taken.refund()
    throw error
  }
}

/** Whoever reads the shared state learns no address and no name. */
const toCounterKey = (parts: string[]): string =>
  `throttle:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
