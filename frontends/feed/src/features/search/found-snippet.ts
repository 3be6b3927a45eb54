/** A part of a text that a search found: `start` and `end` count code points. */
export type FoundRange = { start: number; end: number }
type SnippetPart = { text: string; isFound: boolean; start: number }

/** A first match behind this number of code points is brought to the front of the snippet. */
const MAX_LEAD = 60
const SHORT_LEAD = 24
/** Bound of the code points of a snippet: more than its two lines show. */
const MAX_LENGTH = 300

/** Returns the text around its first match, in parts of which some are found. */
export function toSnippet(content: string, ranges: readonly FoundRange[]): SnippetPart[] {
  const characters = [...content]
  const begin = findBegin(characters, ranges[0]?.start ?? 0)
  const end = Math.min(characters.length, begin + MAX_LENGTH)
  const parts: SnippetPart[] = []
  const add = (start: number, to: number, isFound: boolean) => {
    if (start < to) parts.push({ text: characters.slice(start, to).join(''), isFound, start })
  }
  let at = begin
  for (const range of ranges.filter((one) => one.start >= begin && one.start < end)) {
    add(at, range.start, false)
    at = Math.min(range.end, end)
    add(range.start, at, true)
  }
  add(at, end, false)
  return begin > 0 ? [{ text: '…', isFound: false, start: -1 }, ...parts] : parts
}

/** Returns where a snippet begins: at the beginning, or at a word before the first match. */
function findBegin(characters: readonly string[], firstMatch: number): number {
  if (firstMatch <= MAX_LEAD) return 0
  const earliest = firstMatch - SHORT_LEAD
  const blank = characters.slice(earliest, firstMatch).findIndex((character) => /\s/u.test(character))
  return blank < 0 ? earliest : earliest + blank + 1
}
