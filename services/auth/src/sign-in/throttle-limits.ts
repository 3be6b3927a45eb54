import type { ThrottleLimit } from '@meadow/service'

/** Attempts are refused while the shared state cannot count them. */
const failClosed = { refusesUncounted: true } as const

export const AUTH_THROTTLE_LIMITS = {
  signInFromAddress: { name: 'sign-in-from', max: 5, windowSeconds: 900, ...failClosed },
  signIn: { name: 'sign-in', max: 50, windowSeconds: 900, ...failClosed },
  registration: { name: 'registration', max: 10, windowSeconds: 3_600, ...failClosed },
  /** Counts every attempt to register, because the response reveals which usernames are taken. */
  registrationAttempt: { name: 'registration-attempt', max: 60, windowSeconds: 3_600, ...failClosed },
} as const satisfies Record<string, ThrottleLimit>
