import * as z from 'zod'
import { MAX_MENTIONS, MAX_TEXT_FACETS } from '../limits.ts'
import { Count, Id } from '../text.ts'

/**
 * A part of a text that is a link (`url`, with http or https), a mention (`memberId`) or a tag (`tag`, in lower case). `start` and
 * `end` count code points; the character at `end` is no longer part of it. Facets are sorted and do not overlap.
 */
const TextFacet = z.object({
  start: Count,
  end: Count,
  url: z.string().optional(),
  memberId: Id.optional(),
  tag: z.string().optional(),
})
export type TextFacet = z.infer<typeof TextFacet>
/** The facets of a text; missing if it has none. */
export const TextFacets = z.array(TextFacet).max(MAX_TEXT_FACETS).optional()

/** The members whom a text mentions, each once; missing if there are none. */
export const MentionedIds = z.array(Id).max(MAX_MENTIONS).optional()
