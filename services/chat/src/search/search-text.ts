import { MAX_HIGHLIGHTS } from '@meadow/contracts/limits'
import { foldText } from '@meadow/storage'

const TRIGRAM_LENGTH = 3

/** Returns the distinct trigrams of a folded text. A text that contains another one has all trigrams of it. */
export function toTrigrams(text: string): string[] {
  const characters = [...text]
  const trigrams = characters
    .slice(TRIGRAM_LENGTH - 1)
    .map((_last, index) => characters.slice(index, index + TRIGRAM_LENGTH).join(''))
  return [...new Set(trigrams)]
}

/** Returns the fields by which a message with this content is found in MongoDB. */
export function toSearchFields(content: string): { foundBy: string; grams: string[] } {
  const foundBy = foldText(content)
  return { foundBy, grams: toTrigrams(foundBy) }
}

/**
 * Returns the forms in which a text that is searched for can be stored: versions before the migration
 * `0001-fold-messages-again`, which may still run, kept letters such as 'ł'.
 */
export const toStoredForms = (text: string): string[] => [
  ...new Set([
    foldText(text),
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  ]),
]

type TextRange = { start: number; end: number }

/** Returns the parts of a content in which one of the texts stands, in code points. Ranges that touch each other are one. */
export function findTextRanges(content: string, texts: readonly string[]): TextRange[] {
  const foldedCharacters = [...content].map(foldText)
  const folded = foldedCharacters.join('')
  const places = foldedCharacters.flatMap((part, index) => Array<number>(part.length).fill(index))
  const found = texts.map(foldText).flatMap((text) => findPlaces(folded, text))
  const ranges = found.map(({ start, end }) => ({ start: places[start] ?? 0, end: (places[end - 1] ?? 0) + 1 }))
  return joinRanges(ranges).slice(0, MAX_HIGHLIGHTS)
}

function findPlaces(content: string, text: string): TextRange[] {
  const places: TextRange[] = []
  for (let start = content.indexOf(text); start >= 0 && text; start = content.indexOf(text, start + text.length))
    places.push({ start, end: start + text.length })
  return places
}

function joinRanges(found: readonly TextRange[]): TextRange[] {
  const ranges: TextRange[] = []
  for (const { start, end } of found.toSorted((one, other) => one.start - other.start)) {
    const last = ranges.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges
}
