import { DomainError, type Throttle, type ThrottleLimit } from '@meadow/service'
import type { AuthThrottleLimits } from './throttle-limits.ts'

/** A counter of attempts. `reason` names it in the security event. */
type AttemptCounter<Reason> = { reason: Reason; limit: ThrottleLimit; subject: string[] }

/** Counts an attempt, and calls `onThrottled` if the limit is reached. @throws too_many_requests, unavailable */
export async function consumeAttempt<Reason>(
  throttle: Throttle,
  { reason, limit, subject }: AttemptCounter<Reason>,
  onThrottled: (reason: Reason) => void,
) {
  try {
    return await throttle.consume(limit, ...subject)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_many_requests') onThrottled(reason)
    throw error
  }
}

/** A sign-in. `target` is the account id, or the normalized name if there is no account; `device` is set if the account knows it. */
type SignInAttempt = { target: string; network: string; device: string | undefined }

/** Returns the counters of a sign-in. A known device has only its own, which no stranger can use up. */
export const toSignInCounters = (limits: AuthThrottleLimits, { target, network, device }: SignInAttempt) =>
  device === undefined
    ? [
        { reason: 'network' as const, limit: limits.signInPerNetwork, subject: [network] },
        {
          reason: 'account_and_network' as const,
          limit: limits.signInPerAccountAndNetwork,
          subject: [target, network],
        },
        { reason: 'account' as const, limit: limits.signInPerAccount, subject: [target] },
      ]
    : [{ reason: 'device' as const, limit: limits.signInPerDevice, subject: [target, device] }]

type CountedAttempt<Reason> = {
  counters: readonly AttemptCounter<Reason>[]
  /** Returns false for a wrong password. */
  verify: () => Promise<boolean>
  onThrottled: (reason: Reason) => void
}

/**
 * Counts an attempt, then verifies its password. Only wrong passwords stay counted: the attempt is refunded if `verify`
 * succeeds or throws, or if a counter refuses it. @throws too_many_requests, unavailable
 */
export async function throttleAttempt<Reason>(
  throttle: Throttle,
  { counters, verify, onThrottled }: CountedAttempt<Reason>,
): Promise<boolean> {
  const permits: Awaited<ReturnType<Throttle['consume']>>[] = []
  let isWrong = false
  try {
    for (const counter of counters) permits.push(await consumeAttempt(throttle, counter, onThrottled))
    isWrong = !(await verify())
    return !isWrong
  } finally {
    if (!isWrong) await Promise.all(permits.map((permit) => permit.refund()))
  }
}
