import type { TextFacet } from '@meadow/contracts'

/** Returns the tags of a text, each once. */
export const listTags = (facets: readonly TextFacet[]): string[] => [...new Set(facets.flatMap(({ tag }) => tag ?? []))]
