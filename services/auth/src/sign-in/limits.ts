import type { Limit } from '@meadow/service'

export const LIMITS = {
  signInFromAddress: { name: 'sign-in-from', most: 5, seconds: 900 },
  signIn: { name: 'sign-in', most: 50, seconds: 900 },
  registration: { name: 'registration', most: 10, seconds: 3_600 },
  /** Tries to register, whatever comes of them: their answers tell which names are taken. */
  registrationTry: { name: 'registration-try', most: 60, seconds: 3_600 },
} as const satisfies Record<string, Limit>
