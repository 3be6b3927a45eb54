import { createHash } from 'node:crypto'
import { DomainError } from '../errors.ts'
import type { Logger } from '../logger.ts'

/** A limit of `max` attempts in a fixed window of `windowSeconds`. */
export type ThrottleLimit = {
  name: string
  max: number
  windowSeconds: number
  /** The time from which windows are counted, such as that of a registration. @default the epoch */
  startsAt?: Date
  /** The weight of an attempt, such as its bytes. @default 1 */
  weight?: number
  /** Refuses attempts while the shared state is away. For guesses of passwords and codes. */
  failsClosed?: true
}

type ThrottlePermit = {
  /** Undoes the count of this attempt. */
  refund(): Promise<void>
}

export type Throttle = {
  /** Counts an attempt of `subject` before it is made. @throws too_many_requests, unavailable */
  consume(limit: ThrottleLimit, ...subject: string[]): Promise<ThrottlePermit>
}

/** The counters of the shared state. */
export type ThrottleCounters = { increment(key: string, by: number, ttlSeconds: number): Promise<number> }

const unlimitedPermit: ThrottlePermit = { refund: async () => {} }

/** Allows everything, for tests and benchmarks. */
export const unlimitedThrottle: Throttle = { consume: async () => unlimitedPermit }

type ThrottleDeps = { state: ThrottleCounters; log: Logger; now: () => Date }

/**
 * Creates a throttle with counters in the shared state, which all instances use. Windows are fixed: they begin at
 * multiples of `windowSeconds` after `startsAt`. While the shared state is away nothing is counted, and `failsClosed` decides about
 * the attempt.
 */
export function createThrottle({ state, log, now }: ThrottleDeps): Throttle {
  return {
    async consume({ name, max, windowSeconds, startsAt, weight = 1, failsClosed }, ...subject) {
      const timeSeconds = (now().getTime() - (startsAt?.getTime() ?? 0)) / 1000
      const window = Math.floor(timeSeconds / windowSeconds)
      const key = toCounterKey([name, String(window), ...subject])
      const count = async (by: number) => {
        try {
          return await state.increment(key, by, windowSeconds)
        } catch (error) {
          log.warn({ err: error, limit: name }, 'an attempt could not be counted')
          if (failsClosed && by > 0) throw new DomainError('unavailable', { cause: error })
          return 0
        }
      }
      if ((await count(weight)) <= max) return { refund: async () => void (await count(-weight)) }
      await count(-weight) // it is not made; a lighter one may still be within the limit
      throw new DomainError('too_many_requests', { retryAfter: (window + 1) * windowSeconds - timeSeconds })
    },
  }
}

/** An instance counts this share of a limit in its memory before it asks the shared state. */
const LOCAL_SHARE = 0.1

type LocalFirstThrottleDeps = { throttle: Throttle; now: () => Date }

type LocalWindow = { number: number; counts: Map<string, number> }

/**
 * Creates a throttle for frequent attempts, most of which are far below their limit: each instance counts the first
 * tenth of a limit in its memory, without a call of the shared state, and the rest with `throttle`. One instance applies
 * the limit exactly, each further one may let a tenth more through.
 */
export function createLocalFirstThrottle({ throttle, now }: LocalFirstThrottleDeps): Throttle {
  const windows = new Map<string, LocalWindow>()

  /** Returns the local counts of the current window. Those of earlier windows are dropped. */
  function getCounts(name: string, windowSeconds: number): Map<string, number> {
    const number = Math.floor(now().getTime() / 1000 / windowSeconds)
    let window = windows.get(name)
    if (window?.number !== number) {
      window = { number, counts: new Map() }
      windows.set(name, window)
    }
    return window.counts
  }

  return {
    async consume(limit, ...subject) {
      const { name, max, windowSeconds } = limit
      const maxLocal = Math.floor(max * LOCAL_SHARE)
      const counts = getCounts(name, windowSeconds)
      const key = JSON.stringify(subject)
      const count = counts.get(key) ?? 0
      if (count >= maxLocal) return throttle.consume({ ...limit, max: max - maxLocal }, ...subject)
      counts.set(key, count + 1)
      return { refund: async () => void counts.set(key, (counts.get(key) ?? 1) - 1) }
    },
  }
}

/**
 * Runs `work` as one counted attempt. A failure of `work` is not counted.
 * @throws too_many_requests, unavailable, and the error of `work`
 */
export async function withThrottle<Result>(
  throttle: Throttle,
  limit: ThrottleLimit,
  subject: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const permit = await throttle.consume(limit, subject)
  try {
    return await work()
  } catch (error) {
    await permit.refund()
    throw error
  }
}

/** Hashes the subject, so that the shared state contains no addresses and names. */
const toCounterKey = (segments: string[]): string =>
  `throttle:${createHash('sha256').update(JSON.stringify(segments)).digest('base64url')}`
