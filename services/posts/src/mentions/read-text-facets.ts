import type { TextFacet } from '@meadow/contracts'

export { type FacetDeps, readTextFacets } from '@meadow/members'

/** Returns the field of an event with the members whom a text mentions, each once. Empty if there are none. */
export function toMentionedIds(facets: readonly TextFacet[]): { mentionedIds?: string[] } {
  const mentionedIds = [...new Set(facets.flatMap(({ memberId }) => memberId ?? []))]
  return mentionedIds.length > 0 ? { mentionedIds } : {}
}
