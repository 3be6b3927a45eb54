import { createHash } from 'node:crypto'
import { DomainError, type Logger } from '@meadow/service'
import type { SharedState } from '@meadow/storage'

/** How many in how many seconds. */
export type Limit = { name: string; most: number; seconds: number }

export const LIMITS = {
  signInFromAddress: { name: 'sign-in-from', most: 5, seconds: 900 },
  signIn: { name: 'sign-in', most: 50, seconds: 900 },
  registration: { name: 'registration', most: 10, seconds: 3_600 },
  /** Tries to register, whatever comes of them: their answers tell which names are taken. */
  registrationTry: { name: 'registration-try', most: 60, seconds: 3_600 },
} as const satisfies Record<string, Limit>

type Taken = {
  /** For what turned out not to count. */
  giveBack(): Promise<void>
}

export type Throttle = {
  /** Counts one more of what `subject` does, before it is done. @throws too_many_requests */
  take(limit: Limit, ...subject: string[]): Promise<Taken>
}

const free: Taken = { giveBack: async () => {} }

/** For installations under test: everything is allowed. */
export const noThrottle: Throttle = { take: async () => free }

type Parts = { state: Pick<SharedState, 'increment'>; log: Logger; now: () => Date }

/**
 * Counts in the shared state, so that all instances count together; windows begin at full quarters or hours. While the
 * state is away nothing is counted: a member who cannot sign in is worse, and the queue for hashes still bounds guessing.
 */
export function createThrottle({ state, log, now }: Parts): Throttle {
  return {
    async take({ name, most, seconds }, ...subject) {
      const time = now().getTime() / 1000
      const window = Math.floor(time / seconds)
      const key = keyOf([name, String(window), ...subject])
      const count = async (by: number) => {
        try {
          return await state.increment(key, by, seconds)
        } catch (error) {
          log.warn({ err: error, limit: name }, 'attempts cannot be counted')
          return 0
        }
      }
      if ((await count(1)) <= most) return { giveBack: async () => void (await count(-1)) }
      throw new DomainError('too_many_requests', { retryAfter: (window + 1) * seconds - time })
    },
  }
}

/** Whoever reads the shared state learns no address and no name. */
const keyOf = (parts: string[]): string =>
  `throttle:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
