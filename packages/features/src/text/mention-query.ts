/** The beginning of a mention before the cursor. `start` is the place of its @ in UTF-16 units, `text` is the part behind the @. */
export type MentionQuery = { start: number; text: string }

/** Names are at most this long; what is longer is not looked up. */
const MAX_QUERY_LENGTH = 30
/** Scripts that are written without blanks, so that a mention can stand directly beside their letters (see `find-facets.ts`). */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const QUERY = new RegExp(
  String.raw`(?<![[\p{L}\p{M}\p{N}]--[${UNSPACED}]]|[_@\/])@((?:[\p{L}\p{M}\p{N}_]|\.(?!\.)){0,${MAX_QUERY_LENGTH}})$`,
  'v',
)

/** Returns the beginning of a mention that ends at the cursor; undefined if there is none. Reads only the characters before the cursor. */
export function findMentionQuery(value: string, cursor: number): MentionQuery | undefined {
  const from = Math.max(0, cursor - 2 * MAX_QUERY_LENGTH - 2)
  const found = QUERY.exec(value.slice(from, cursor))
  return found ? { start: from + found.index, text: found[1] ?? '' } : undefined
}

/** The text that replaces the UTF-16 units from `start` to `end`. */
export type MentionInsertion = { start: number; end: number; text: string }

/**
 * Completes a mention. If the cursor stands inside the name that is inserted, the rest of the name is replaced, too. A blank follows
 * unless there is one, or something that ends a name.
 */
export function planMentionInsertion(value: string, query: MentionQuery, username: string): MentionInsertion {
  const cursor = query.start + 1 + query.text.length
  const rest = /^[\w.]*/.exec(value.slice(cursor, cursor + MAX_QUERY_LENGTH))?.[0] ?? ''
  const isRestOfName = username.toLowerCase() === `${query.text}${rest}`.toLowerCase()
  const end = isRestOfName ? cursor + rest.length : cursor
  return endInsertion(value, { start: query.start, end, text: `@${username}` })
}

/** Adds a blank to what is inserted, unless there is one behind it, or something that ends a word. */
export function endInsertion(value: string, insertion: MentionInsertion): MentionInsertion {
  const next = value.slice(insertion.end, insertion.end + 1)
  const isSeparated = next !== '' && /[\s,;:!?)\]}]/.test(next)
  return { ...insertion, text: `${insertion.text}${isSeparated ? '' : ' '}` }
}
