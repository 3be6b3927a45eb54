import type { Actor, TextFacet } from '@meadow/contracts'
import { type FoundFacet, findFacets } from '@meadow/contracts/find-facets'
import type { Viewer } from '../policy.ts'

/** Finds the members whom an author may mention. */
export type MentionableMembers = {
  /**
   * Returns the ids, by username in lower case, of those of these members whose content `author` can see. A username that nobody has
   * now leads to the member who had it, while it is kept.
   */
  find(usernames: readonly string[], author: Viewer): Promise<ReadonlyMap<string, string>>
}

export type FacetDeps = {
  mentionableMembers: MentionableMembers
  /** The origin of this installation, whose addresses are links even if it is a name of an intranet. */
  ownOrigin?: string | undefined
}

/** Finds the links, tags and mentions of a text. The store is read only if the text may mention somebody. */
export async function readTextFacets(
  { mentionableMembers, ownOrigin }: FacetDeps,
  text: string,
  author: Actor,
): Promise<TextFacet[]> {
  const found = findFacets(text, ownOrigin)
  const usernames = [...new Set(found.flatMap(({ username }) => username ?? []))]
  if (usernames.length === 0) return found
  return resolveMentions(found, await mentionableMembers.find(usernames, author))
}

/** Replaces usernames by the ids of their members. A name without one stays plain text. */
const resolveMentions = (found: readonly FoundFacet[], ids: ReadonlyMap<string, string>): TextFacet[] =>
  found.flatMap(({ username, ...facet }) => {
    if (username === undefined) return facet
    const memberId = ids.get(username)
    return memberId ? { ...facet, memberId } : []
  })

/** Returns the field of an event with the members whom a text mentions, each once. Empty if there are none. */
export function toMentionedIds(facets: readonly TextFacet[]): { mentionedIds?: string[] } {
  const mentionedIds = [...new Set(facets.flatMap(({ memberId }) => memberId ?? []))]
  return mentionedIds.length > 0 ? { mentionedIds } : {}
}

/** Returns the value of a column `facets`: JSON, or null if there are none. */
export const toFacetsColumn = (facets: readonly TextFacet[]): string | null =>
  facets.length > 0 ? JSON.stringify(facets) : null
