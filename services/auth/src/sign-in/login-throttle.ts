import type { Throttle } from '@meadow/service'
import { AUTH_THROTTLE_LIMITS } from './throttle-limits.ts'

/** The account name of a login attempt, and the network prefix of the client. */
export type LoginAttempt = { name: string; network: string }

/**
 * Counts a login attempt, then runs `verify`. Refunds the attempt unless `verify` returns undefined for a wrong password.
 * @throws too_many_requests, unavailable
 */
export async function throttleLoginAttempt<T>(
  throttle: Throttle,
  { name, network }: LoginAttempt,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempts = [
    await throttle.consume(AUTH_THROTTLE_LIMITS.signInFromAddress, name, network),
    await throttle.consume(AUTH_THROTTLE_LIMITS.signIn, name),
  ]
  let isWrong = false
  try {
    const result = await verify()
    isWrong = result === undefined
    return result
  } finally {
    if (!isWrong) await Promise.all(attempts.map((attempt) => attempt.refund()))
  }
}
