import type { StoredJwk } from '@meadow/service'

/** A signing key as auth stores it. It is published from `createdAt` and signs from `signsFrom`. */
export type SigningKey = { kid: string; jwk: StoredJwk; createdAt: Date; signsFrom: Date }

/** All keys are published. `next` does not sign yet, `current` signs, `previous` no longer signs. */
type SigningKeyState = 'next' | 'current' | 'previous'

/** A key with its state. `removableFrom` is the time at which no valid token is left, for a previous key. */
export type ClassifiedKey = { key: SigningKey; state: SigningKeyState; removableFrom?: Date }

export const ACCESS_TOKEN_LIFETIME_SECONDS = 15 * 60
export const DEFAULT_SIGNING_KEY_DAYS = 90
/** A key is published this long before it signs: ten times the interval in which verifiers fetch the keys. */
export const PUBLICATION_MS = 10 * 60_000
/** The lifetime of a token, a minute for clocks that differ, and one for an instance that notices the next key late. */
const VERIFICATION_MS = (ACCESS_TOKEN_LIFETIME_SECONDS + 120) * 1_000

/** Returns the keys in the order in which they sign, with their states at `time`. If there are keys, one is current. */
export function classifySigningKeys(keys: readonly SigningKey[], time: Date): ClassifiedKey[] {
  const ordered = keys.toSorted(
    (a, b) => a.signsFrom.getTime() - b.signsFrom.getTime() || a.kid.localeCompare(b.kid, 'en'),
  )
  const currentIndex = Math.max(
    0,
    ordered.findLastIndex(({ signsFrom }) => signsFrom <= time),
  )
  return ordered.map((key, index) => {
    const successor = ordered[index + 1]
    if (index < currentIndex && successor)
      return { key, state: 'previous', removableFrom: new Date(successor.signsFrom.getTime() + VERIFICATION_MS) }
    return { key, state: index === currentIndex ? 'current' : 'next' }
  })
}

/**
 * Returns the time from which a new key signs, or undefined if none is due. One is due if there is no key, and ten minutes
 * before the current one has signed for `maxAgeMs`.
 */
export function findDueSigningTime(keys: readonly ClassifiedKey[], time: Date, maxAgeMs: number): Date | undefined {
  const current = keys.find(({ state }) => state === 'current')
  if (!current) return time
  if (keys.some(({ state }) => state === 'next')) return undefined
  const publishedFromMs = current.key.signsFrom.getTime() + maxAgeMs - PUBLICATION_MS
  return publishedFromMs <= time.getTime() ? new Date(time.getTime() + PUBLICATION_MS) : undefined
}

/** Returns true if no valid token of the key is left. */
export const isRemovable = ({ removableFrom }: ClassifiedKey, time: Date): boolean =>
  removableFrom !== undefined && removableFrom <= time
