import type { TextFacet } from '@meadow/contracts'
import { getNewUntil, type Member, toMentionedIds } from '@meadow/members'
import type { ThrottleLimit } from '@meadow/service'

export const BIO_MENTIONS_PER_HOUR = 10
export const NEW_MEMBER_BIO_MENTIONS_PER_HOUR = 3

/** Returns the limit of edits of a bio that mention somebody whom the bio before did not mention. It is lower on the first day of an account. */
export const createBioMentionsLimit = (member: Pick<Member, 'createdAt'> | undefined, now: Date): ThrottleLimit => ({
  name: 'bio-mentions',
  max: member && getNewUntil(member, now) ? NEW_MEMBER_BIO_MENTIONS_PER_HOUR : BIO_MENTIONS_PER_HOUR,
  windowSeconds: 3_600,
})

/** Returns the members whom a bio mentions and the bio before did not mention. Empty if there are none. */
export function toNewMentions(facets: readonly TextFacet[], before: readonly TextFacet[]): { mentionedIds?: string[] } {
  const known = new Set(before.map(({ memberId }) => memberId))
  return toMentionedIds(facets.filter(({ memberId }) => !known.has(memberId)))
}
