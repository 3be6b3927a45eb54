import type { Throttle } from '@meadow/service'
import { LIMITS } from './limits.ts'

/** For whom a password is tried, and from which network. */
export type Guess = { name: string; network: string }

/**
 * Tries a password: counted before anything is looked up or hashed, and given back unless it was wrong. `work` answers
 * undefined when it was. @throws too_many_requests, unavailable
 */
export async function guess<T>(
  throttle: Throttle,
  { name, network }: Guess,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const counted = [
    await throttle.take(LIMITS.signInFromAddress, name, network),
    await throttle.take(LIMITS.signIn, name),
  ]
  let isWrong = false
  try {
    const answer = await work()
    isWrong = answer === undefined
    return answer
  } finally {
    if (!isWrong) await Promise.all(counted.map((one) => one.giveBack()))
  }
}
