/** A text as it is searched: without case and accents, so that 'Inês' is found by 'ines'. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const LONG = 3

/** All that is three characters long in a folded text, once: whatever holds the text holds all of these. */
export function gramsOf(text: string): string[] {
  const characters = [...text]
  const grams = characters.slice(LONG - 1).map((_last, index) => characters.slice(index, index + LONG).join(''))
  return [...new Set(grams)]
}

/** What a message with this content is found by. */
export function foundBy(content: string): { foundBy: string; grams: string[] } {
  const text = folded(content)
  return { foundBy: text, grams: gramsOf(text) }
}
