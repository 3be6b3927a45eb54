import type { MemberView } from '@meadow/contracts/browser'

/** A member who may be mentioned. The content of a private member whom the viewer does not follow is not there for the viewer. */
export type MentionCandidate = MemberView & { isPrivate?: boolean | undefined }

export const MAX_SHOWN_CANDIDATES = 6

/** Folds letters like the search of members: without marks, in lower case. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns true if the username, the name, or a word of it, begins with the text. */
export function isMentionMatch({ username, fullName }: MentionCandidate, text: string): boolean {
  const [folded, name] = [fold(text), fold(fullName)]
  return (
    username.startsWith(folded) || name.startsWith(folded) || name.split(/\s+/u).some((word) => word.startsWith(folded))
  )
}

/**
 * Chooses whom to offer for the text behind an @, each once: the member with exactly this username, then those whom the viewer knows
 * in the order of `known`, then those whom the server found, followed ones first. Members whom a mention would not reach are left out.
 */
export function chooseMentionCandidates(
  text: string,
  known: readonly MentionCandidate[],
  found: readonly MentionCandidate[],
): MentionCandidate[] {
  const folded = fold(text)
  const matching = known.filter((member) => isMentionMatch(member, text))
  const followedFirst = found.toSorted((one, other) => Number(other.isFollowing) - Number(one.isFollowing))
  const unique = new Map([...matching, ...followedFirst].map((member) => [member._id, member]))
  const candidates = [...unique.values()].filter(({ isPrivate, isFollowing }) => !isPrivate || isFollowing)
  const exact = candidates.filter(({ username }) => username === folded)
  return [...exact, ...candidates.filter(({ username }) => username !== folded)].slice(0, MAX_SHOWN_CANDIDATES)
}
