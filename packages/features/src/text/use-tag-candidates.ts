import { toTag } from '@meadow/contracts/parse-search'
import { api, useQuery } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { useDebouncedText } from './use-mention-candidates.ts'

const FRESH_MS = 60_000
const MAX_SHOWN_TAGS = 6

/** A tag that may be completed, with the number of its posts as far as it is known. */
export type TagCandidate = { tag: string; postsCount?: number | undefined }

/**
 * Returns the tags to offer for the text behind a #. Those that the viewer used lately or follows come from the data that this browser has,
 * so they are there offline, too; the server adds those that are used most.
 */
export function useTagCandidates(text: string): TagCandidate[] {
  const own = useQuery({
    queryKey: queryKeys.followedTags,
    queryFn: ({ signal }) => api('GET /tags', { signal }),
    staleTime: FRESH_MS,
  })
  const asked = useDebouncedText(text)
  const found = useQuery({
    queryKey: ['tag-completions', toTag(asked)],
    queryFn: ({ signal }) =>
      api('GET /search', { query: { q: asked, type: 'tags', limit: MAX_SHOWN_TAGS + 1 }, signal }),
    enabled: asked !== '',
    staleTime: FRESH_MS,
    placeholderData: (before) => before, // until the server answers for the longer text
  })
  const known = [...(own.data?.usedTags ?? []), ...(own.data?.tags ?? [])]
  return chooseTags(text, known, text === '' ? [] : (found.data?.tags ?? []))
}

/**
 * Chooses the tags that begin with a text, each once: the viewer's own ones in their order, then those that the server found. The tag that is
 * written already needs no completion.
 */
export function chooseTags(
  text: string,
  known: readonly TagCandidate[],
  found: readonly TagCandidate[],
): TagCandidate[] {
  const written = toTag(text)
  const countByTag = new Map(found.map(({ tag, postsCount }) => [tag, postsCount]))
  const unique = [...new Set([...known, ...found].map(({ tag }) => tag))]
  return unique
    .filter((tag) => tag.startsWith(written) && tag !== written)
    .slice(0, MAX_SHOWN_TAGS)
    .map((tag) => ({ tag, postsCount: countByTag.get(tag) }))
}
