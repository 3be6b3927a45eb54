/** Letters and punctuation that Unicode does not decompose, by what replaces them: mostly PostgreSQL's `unaccent.rules`. */
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
 * Returns the form in which a text is stored for a search and searched for: lower case, without accents, with plain quotes and
 * dashes, so that 'lukasz' finds 'Łukasz', and 'strasse' finds 'Straße'. Other scripts are kept, in their decomposed form, without
 * the accents that Latin has, too ('й' becomes 'и'). The SQL function `folded` is the same: a change here needs migrations that
 * replace it and fold stored texts again.
 */
export const foldText = (text: string): string =>
  text
    .replaceAll('´', "'") // Unicode decomposes it into a space with an accent
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(REPLACED_PATTERN, (character) => REPLACEMENTS.get(character) ?? character)
