import type { ThrottleLimit } from '@meadow/service'

/** Limits of sign-ins and registrations. Attempts are refused while the shared state cannot count them. */
export const AUTH_THROTTLE_LIMITS = {
  signInFromAddress: { name: 'sign-in-from', max: 5, windowSeconds: 900, failsClosed: true },
  signIn: { name: 'sign-in', max: 50, windowSeconds: 900, failsClosed: true },
  registration: { name: 'registration', max: 10, windowSeconds: 3_600, failsClosed: true },
  /** Counts every attempt to register, because the response reveals which usernames are taken. */
  registrationAttempt: { name: 'registration-attempt', max: 60, windowSeconds: 3_600, failsClosed: true },
} as const satisfies Record<string, ThrottleLimit>
