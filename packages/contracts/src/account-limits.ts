/** Numbers, lists and patterns of accounts and sign-ins, for services and browsers. Pages need them later than `limits.ts`. */

export const USERNAME_LENGTH = { min: 3, max: 30 } as const
/** Letters, digits, `_` and single dots; the first and last are a letter or digit. Input is lower-cased first. */
export const USERNAME_PATTERN = /^[a-z0-9](?:[a-z0-9_]|\.(?!\.))*[a-z0-9]$/
/** The part after the `@` has two or more labels, with single dots between them. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const
/** Accounts that may register with one invite, the days for which it can be used, and the length of its note. */
export const INVITE_LIMITS = { uses: 1_000, days: 90, note: 100 } as const
/** Entries of each list of what an installation refuses, and the length of a word. */
export const REFUSAL_LIMITS = { entries: 1_000, wordLength: 50 } as const
/** The part of an e-mail address behind the `@`. */
export const EMAIL_DOMAIN_PATTERN = /^[^\s@.]+(?:\.[^\s@.]+)+$/
/** The providers that a member can sign in with. `demo` exists on a local installation only. */
export const OAUTH_PROVIDERS = ['google', 'github', 'demo'] as const
/** The first segments of the pages that a sign-in through a provider can lead to. */
export const PAGES_AFTER_SIGN_IN = [
  'home',
  'post',
  'inbox',
  'chat',
  'profile',
  'friends',
  'alert',
  'settings',
  'connection',
  'start',
  'compose',
] as const
