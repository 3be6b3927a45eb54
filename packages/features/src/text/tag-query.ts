import { toTag } from '@meadow/contracts/parse-search'
import { endInsertion, type MentionInsertion, type MentionQuery } from './mention-query.ts'

/** Longer tags are not looked up. */
const MAX_QUERY_LENGTH = 50
/** The beginning of a tag as `find-facets.ts` has it. */
const QUERY = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_#＃@&\/])[#＃]((?:[\p{L}\p{N}_][\p{L}\p{M}\p{N}_\u00b7\u30fb\u200c\u200d]{0,${MAX_QUERY_LENGTH}})?)$`,
  'u',
)

/** Returns the beginning of a tag that ends at the cursor, without its #; undefined if there is none. Reads only the characters before the cursor. */
export function findTagQuery(value: string, cursor: number): MentionQuery | undefined {
  const from = Math.max(0, cursor - 2 * MAX_QUERY_LENGTH - 2)
  const found = QUERY.exec(value.slice(from, cursor))
  return found ? { start: from + found.index, text: found[1] ?? '' } : undefined
}

/**
 * Completes a tag. The letters that are written already stay as they are, because their capitals make a tag readable: `#MossGar`, not `#mossgar`,
 * becomes `#MossGarden`. If the cursor stands inside the tag that is inserted, its rest is replaced, too.
 */
export function planTagInsertion(value: string, query: MentionQuery, tag: string): MentionInsertion {
  const cursor = query.start + 1 + query.text.length
  const rest = /^[\p{L}\p{M}\p{N}_\u00b7\u30fb]*/u.exec(value.slice(cursor, cursor + MAX_QUERY_LENGTH))?.[0] ?? ''
  const end = tag === toTag(`${query.text}${rest}`) ? cursor + rest.length : cursor
  const written = toTag(query.text)
  const isKept = tag.startsWith(written) && written.length === query.text.length
  const name = isKept ? `${query.text}${tag.slice(written.length)}` : tag
  return endInsertion(value, { start: query.start, end, text: `#${name}` })
}
