import { countCharacters, cutText, trimText } from '@meadow/contracts/visible-text'

/** Splits a text into parts of at most `max` code points, at the end of a paragraph, line, sentence or word if possible. */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = []
  let rest = trimText(text)
  while (countCharacters(rest) > max) {
    const end = findPartEnd(rest, max)
    const part = trimText(rest.slice(0, end))
    if (part) parts.push(part)
    rest = trimText(rest.slice(end))
  }
  return rest ? [...parts, rest] : parts
}

const BREAK_PATTERNS = [/\n\s*\n/g, /\n/g, /[.!?…]\s/g, /\s/g]

function findPartEnd(text: string, max: number): number {
  // a first grapheme longer than a part is cut between code points
  const whole =
    cutText(text, max) ||
    Array.from(text.slice(0, max * 2))
      .slice(0, max)
      .join('')
  const room = text.slice(0, whole.length + 1)
  for (const pattern of BREAK_PATTERNS) {
    const last = Array.from(room.matchAll(pattern)).at(-1)
    const end = last ? last.index + last[0].trimEnd().length : 0
    if (end > whole.length / 2) return end
  }
  return whole.length
}
