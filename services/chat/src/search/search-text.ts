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
