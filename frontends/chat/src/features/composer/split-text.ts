/** Splits a text into parts of at most `max` characters, at the end of a paragraph, line, sentence or word if possible. */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > max) {
    const end = findPartEnd(rest, max)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest ? [...parts, rest] : parts
}

const BREAK_PATTERNS = [/\n\s*\n/g, /\n/g, /[.!?…]\s/g, /\s/g]

function findPartEnd(text: string, max: number): number {
  const room = text.slice(0, max + 1)
  for (const pattern of BREAK_PATTERNS) {
    const last = Array.from(room.matchAll(pattern)).at(-1)
    const end = last ? last.index + last[0].trimEnd().length : 0
    if (end > max / 2) return end
  }
  return findGraphemeEnd(text, max)
}

/** Returns the end of the last whole grapheme within `max` characters, or `max` if the first grapheme is longer. */
function findGraphemeEnd(text: string, max: number): number {
  const segments = Array.from(new Intl.Segmenter().segment(text.slice(0, max + 40)))
  return segments.findLast(({ index }) => index > 0 && index <= max)?.index ?? max
}
