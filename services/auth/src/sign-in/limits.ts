import type { Limit } from '@meadow/service'

/** While attempts cannot be counted there are none: nobody guesses passwords or names behind an outage. */
const closed = { refusesUncounted: true } as const

export const LIMITS = {
  signInFromAddress: { name: 'sign-in-from', most: 5, seconds: 900, ...closed },
  signIn: { name: 'sign-in', most: 50, seconds: 900, ...closed },
  registration: { name: 'registration', most: 10, seconds: 3_600, ...closed },
  /** Tries to register, whatever comes of them: their answers tell which names are taken. */
  registrationTry: { name: 'registration-try', most: 60, seconds: 3_600, ...closed },
} as const satisfies Record<string, Limit>
