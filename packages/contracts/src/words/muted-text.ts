import type { MUTED_WORD_PLACES } from '../limits.ts'
import { foldText } from './fold-text.ts'
import { createWordMatcher, foldWords } from './word-matcher.ts'

/** A word or phrase that a member mutes. It ends at `until`, or (null) when it is removed. `in` has the places where it acts. */
export type MutedWord = { text: string; until: string | null; in: readonly string[] }

/** The words and tags that a member mutes. */
export type MutedTexts = { words: readonly MutedWord[]; tags: ReadonlySet<string> }

type MutedWordPlace = (typeof MUTED_WORD_PLACES)[number]

/** Texts that belong together, such as a post and the descriptions of its pictures, and their tags. */
type TextsToTest = { texts: readonly string[]; tags: readonly string[] }

/** Returns the form in which muted words are compared: without case, accents and punctuation. It is '' if nothing remains. */
export const toMutedWordForm = (text: string): string => foldWords(foldText(text))

/** Decides whether a muted word acts at the time `now`. */
export const isMutedWordInEffect = ({ until }: Pick<MutedWord, 'until'>, now: Date): boolean =>
  until === null || new Date(until) > now

/**
 * Creates the test that says if texts contain a word that the member mutes in `place` at the time `now`, or have a tag that the member
 * mutes. Words match as whole words in any script, also as a tag, without case and accents.
 */
export function createMutedTextTest(
  { words, tags }: MutedTexts,
  place: MutedWordPlace,
  now: Date,
): (content: TextsToTest) => boolean {
  const acting = words.filter((word) => word.in.includes(place) && isMutedWordInEffect(word, now))
  const hasMutedWord = createWordMatcher(acting.map(({ text }) => foldText(text)))
  return (content) =>
    content.tags.some((tag) => tags.has(tag)) ||
    (acting.length > 0 && content.texts.some((text) => hasMutedWord(foldText(text))))
}
