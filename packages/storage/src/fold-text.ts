/** What replaces the letters and marks that Unicode does not decompose, as in PostgreSQL's `unaccent.rules`. */
const REPLACED_CHARACTERS: Readonly<Record<string, string>> = {
  ae: 'æ',
  b: 'ƀɓ',
  d: 'ðđɖɗ',
  e: 'ɛ',
  f: 'ƒ',
  g: 'ǥɠ',
  h: 'ħ',
  i: 'ıɨ',
  k: 'ƙ',
  l: 'łƚ',
  n: 'ŋɲ',
  o: 'ø',
  oe: 'œ',
  p: 'ƥ',
  q: 'ĸ',
  ss: 'ß',
  t: 'ŧƭʈ',
  th: 'þ',
  u: 'ʉ',
  v: 'ʋ',
  y: 'ƴ',
  z: 'ƶ',
  σ: 'ς',
  "'": '‘’‛`ʹʻʼʽ′',
  '"': '“”„‟',
  '-': '‐‒–—―−',
  '/': '⁄',
}

const REPLACEMENTS = new Map(
  Object.entries(REPLACED_CHARACTERS).flatMap(([to, characters]) => [...characters].map((from) => [from, to])),
)
const REPLACED_PATTERN = new RegExp(`[${[...REPLACEMENTS.keys()].join('')}]`, 'gu')

/**
 * Text in the form in which it is stored for a search and searched for: without case, accents and kinds of quotes, so that
 * 'lukasz' finds 'Łukasz', and 'strasse' finds 'Straße'. Letters of other scripts stay. The SQL function `folded` is the same:
 * a change here needs migrations that replace it and fold stored texts again.
 */
export const foldText = (text: string): string =>
  text
    .replaceAll('´', "'") // Unicode decomposes it to a space with an accent
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(REPLACED_PATTERN, (character) => REPLACEMENTS.get(character) ?? character)
