import confusables from 'unhomoglyph/data.json' with { type: 'json' }

const LETTER = /\p{L}/u
const LATIN = /\p{sc=Latin}/u
/** A letter of a script that no honest word mixes with Latin letters. Japanese, Chinese and Thai have no spaces beside them. */
const OTHER_SPACED_LETTER =
  /[^\p{sc=Latin}\p{sc=Zyyy}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

/** The letters of other scripts that Unicode's list of confusable characters (UTS 39) shows as one Latin letter, in lower case. */
const LATIN_LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries(confusables)
    .filter(([letter, latin]) => /^\p{L}$/u.test(letter) && !LATIN.test(letter) && /^[a-z]$/i.test(latin))
    .map(([letter, latin]) => [letter, latin.toLowerCase()]),
)

/** Returns the Latin letter that a letter looks like. The list says l for a capital I of any script, but its small form shows that it is an i. */
function toLatinLookAlike(letter: string): string | undefined {
  const latin = LATIN_LOOK_ALIKES.get(letter)
  return (latin === 'l' && LATIN_LOOK_ALIKES.get(letter.toLowerCase())) || latin
}

/** Returns a word with Latin letters for those that look like them. */
export const replaceLookAlikes = (word: string): string =>
  [...word].map((letter) => toLatinLookAlike(letter) ?? letter).join('')

/**
 * Returns the indexes of the words that may pretend to be others: those that mix scripts, and those of look-alikes alone in a text that is
 * otherwise Latin. Words of a text in another script are what they are, although some look Latin.
 */
export function findDeceptiveWords(words: readonly string[]): ReadonlySet<number> {
  const kinds = words.map((word) => {
    if (!OTHER_SPACED_LETTER.test(word)) return LATIN.test(word) ? 'latin' : 'neutral'
    const letters = [...word].filter((character) => LETTER.test(character))
    const others = letters.filter((letter) => OTHER_SPACED_LETTER.test(letter))
    if (others.length === 0) return 'neutral'
    if (LATIN.test(word)) return 'mixed'
    return letters.every(toLatinLookAlike) ? 'look-alike' : 'other'
  })
  const isLatinText = kinds.includes('latin') && !kinds.includes('other')
  return new Set(
    kinds.flatMap((kind, index) => (kind === 'mixed' || (kind === 'look-alike' && isLatinText) ? [index] : [])),
  )
}
