import { USERNAME_LENGTH, USERNAME_PATTERN } from '@meadow/contracts/account-limits'
import { isReservedUsername } from '../accounts/reserved-usernames.ts'

/** The names that are tried: the name itself, then with the numbers 2 to 9, then with `suffix`. */
const NUMBERS = ['', ...Array.from({ length: 8 }, (_, index) => String(index + 2))]

/**
 * Lists usernames for a new member, the best first, from what a provider says: names, or the part of an address before the `@`. All are
 * valid. `suffix` of at least 4 digits makes the last one almost certainly free.
 */
export function listUsernameProposals(sources: readonly (string | null)[], suffix: string): string[] {
  const bases = sources.map((source) => toUsernameBase(source?.split('@', 1)[0] ?? ''))
  const base = bases.find((name) => name.length >= USERNAME_LENGTH.min) ?? 'member'
  return [...NUMBERS, suffix]
    .map((ending) => `${base.slice(0, USERNAME_LENGTH.max - ending.length).replace(/[._]+$/, '')}${ending}`)
    .filter((name) => USERNAME_PATTERN.test(name) && !isReservedUsername(name))
}

/** Converts a name to letters without accents, digits and single dots: 'Łukasz  O’Brien' -> 'lukasz.obrien'. */
const toUsernameBase = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+|['’]/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^a-z0-9_]+/g, '.')
    .replace(/^[._]+|[._]+$/g, '')
    .slice(0, USERNAME_LENGTH.max)
