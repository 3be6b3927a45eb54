/** Folds a text for search: removes case and accents, so that 'ines' finds 'Inês'. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

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
