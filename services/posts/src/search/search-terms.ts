import { MAX_HIGHLIGHTS } from '@meadow/contracts/limits'
import { foldText } from '@meadow/storage'
import { stemEnglish } from './stem-english.ts'

/**
 * A word, tag, mention or emoji of a text, or a run of letters of a script without blanks. `start` and `end` are its place in UTF-16
 * units, `form` is what it is found by.
 */
export type Token = { kind: 'word' | 'run' | 'emoji'; start: number; end: number; form: string; mark: '' | '#' | '@' }

/** Longer words are cut. */
const MAX_WORD_LENGTH = 100

/** Scripts that are written without blanks between words, and Hangul, whose words end in particles. */
const UNSPACED = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{M}\p{N}]]`
/** Joiners are part of words in some scripts. */
const LETTER = String.raw`[[\p{L}\p{M}\p{N}]--${UNSPACED}]`
const TOKEN = new RegExp(
  String.raw`(?<emoji>\p{RGI_Emoji}|[\p{Extended_Pictographic}--[\u00a9\u00ae\u2122]])|(?<mark>[#＃@＠])?(?:(?<run>${UNSPACED}+)|(?<word>${LETTER}(?:${LETTER}|[\u200c\u200d_](?=${LETTER}))*))`,
  'gv',
)

const ARABIC_LETTERS: Readonly<Record<string, string>> = { ى: 'ي', ة: 'ه', ٱ: 'ا' }

/** Returns the form of a word that stands for all its spellings: without case, width, accents and vowel signs of Arabic and Hebrew. */
const foldWord = (word: string): string =>
  foldText(word)
    .replace(/[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200c\u200d]/gu, '')
    .replace(/[ىةٱ]/gu, (letter) => ARABIC_LETTERS[letter] ?? letter)
    .normalize('NFC')

/** Returns an emoji without its skin tone and presentation. */
const foldEmoji = (emoji: string): string => emoji.replace(/[\ufe0f\u{1f3fb}-\u{1f3ff}]/gu, '')

/** Splits a text into its tokens, in their order. */
export function tokenize(text: string): Token[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: source, index: start, groups = {} }): Token[] => {
    const { emoji, run, word = '', mark } = groups
    const place = { start, end: start + source.length }
    if (emoji) return [{ kind: 'emoji', form: foldEmoji(emoji), mark: '', ...place }]
    const form = foldWord(run ?? word)
    if (!form) return []
    const folded = { mark: mark === undefined ? '' : mark === '#' || mark === '＃' ? '#' : '@', ...place } as const
    return [run ? { kind: 'run', form, ...folded } : { kind: 'word', form: cutWord(form), ...folded }]
  })
}

const cutWord = (form: string): string =>
  form.length > MAX_WORD_LENGTH ? form.slice(0, MAX_WORD_LENGTH).toWellFormed() : form

/** Marks the term that is the stem of a word. No word contains it. */
const toStemTerm = (stem: string): string => `=${stem}`

/**
 * A place in a text and the terms that stand there: a word with its form and its stem, a tag or mention also with its mark, and a letter
 * of a run together with the letter behind it. `wholeEnd` is the end of the tag or mention that begins here.
 */
type TermUnit = { start: number; end: number; wholeEnd: number; terms: string[] }

/** Splits a text into its units, in their order. */
const listTermUnits = (text: string): TermUnit[] =>
  tokenize(text).flatMap((token) => (token.kind === 'run' ? splitRun(text, token) : toWordUnit(token)))

function toWordUnit({ kind, start, end, form, mark }: Token): TermUnit {
  const stem = kind === 'word' ? stemEnglish(form) : form
  const terms = [form, ...(stem === form ? [] : [toStemTerm(stem)]), ...(mark ? [mark + form] : [])]
  return { start, end, wholeEnd: end, terms }
}

/** Letters that folding joins or splits have no place of their own: they have that of the run. */
function splitRun(text: string, { start, end, form, mark }: Token): TermUnit[] {
  const letters = [...form]
  const sources = [...text.slice(start, end)].slice(mark ? 1 : 0)
  const hasPlaces = sources.length === letters.length
  let position = start + (mark ? 1 : 0)
  return letters.map((letter, index) => {
    const [from, length] = [position, sources[index]?.length ?? 0]
    position += length
    const terms = [letter + (letters[index + 1] ?? ''), ...(mark && index === 0 ? [mark + form] : [])]
    return hasPlaces
      ? { start: index === 0 ? start : from, end: from + length, wholeEnd: end, terms }
      : { start, end, wholeEnd: end, terms }
  })
}

/** Returns the terms under which a text is found, each with its positions from 1. */
export function toIndexTerms(text: string): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const [index, { terms }] of listTermUnits(text).entries()) {
    for (const term of terms) {
      const known = positions.get(term)
      if (known) known.push(index + 1)
      else positions.set(term, [index + 1])
    }
  }
  return positions
}

/**
 * One thing that a post must have. `phrase`: the terms stand directly behind each other, for a single one anywhere; a prefix stands for
 * all terms that begin with it. `variants` are other terms that do, too, for a phrase of one term.
 */
export type TermCondition = { phrase: readonly PhraseTerm[]; variants: readonly string[] }

/** A term of a phrase. `isPair`: two letters of a run, of which the second one stands in the next unit. */
type PhraseTerm = { term: string; isPrefix: boolean; isPair?: true }

/** Returns the conditions of words outside of a phrase: each word for itself. `isLast`: the last word may still be typed. */
export const toWordConditions = (text: string, isLast: boolean): TermCondition[] =>
  tokenize(text).map((token, index, tokens) => {
    const isOpen = isLast && index === tokens.length - 1 && token.end === text.length
    if (token.kind === 'run' && !token.mark) return { phrase: toRunPhrase(token.form), variants: [] }
    const isPrefix = isOpen && token.kind !== 'emoji'
    const term = token.mark + token.form
    return {
      phrase: [{ term, isPrefix }],
      variants: token.kind === 'word' && !token.mark ? listVariants(token.form) : [],
    }
  })

/** Returns the condition that the words of a phrase stand directly behind each other; undefined without words. */
export function toPhraseCondition(text: string): TermCondition | undefined {
  const tokens = tokenize(text)
  const phrase = tokens.flatMap(({ kind, form }, index) => {
    if (kind !== 'run') return [{ term: form, isPrefix: false }]
    const isLast = index === tokens.length - 1 || form.length === 1
    return isLast ? toRunPhrase(form) : [...toRunPhrase(form), { term: [...form].at(-1) ?? '', isPrefix: true }]
  })
  return phrase.length > 0 ? { phrase, variants: [] } : undefined
}

/** The letters of a run in pairs; the last letter of a pair may begin another pair in the text. A single letter begins any pair. */
function toRunPhrase(form: string): TermCondition['phrase'] {
  const letters = [...form]
  if (letters.length === 1) return [{ term: form, isPrefix: true }]
  return letters
    .slice(0, -1)
    .map((letter, index) => ({ term: letter + letters[index + 1], isPrefix: false, isPair: true }))
}

/** Returns the terms of other forms of an English word: its stem, and what has the same stem. */
function listVariants(form: string): string[] {
  const stem = stemEnglish(form)
  return [...new Set([stem, toStemTerm(stem)])].filter((term) => term !== form)
}

/** Returns true if the terms of a text meet a condition. PostgreSQL decides the same by its index. */
export const meetsCondition = (text: string, { phrase, variants }: TermCondition): boolean => {
  const units = listTermUnits(text)
  return units.some((unit, index) => hasVariant(unit, variants) || startsPhrase(units, index, phrase))
}

const hasVariant = ({ terms }: TermUnit, variants: readonly string[]): boolean =>
  variants.some((variant) => terms.includes(variant))

/** Returns true if the terms of a phrase stand in the units from `index` on, one in each. */
const startsPhrase = (units: readonly TermUnit[], index: number, phrase: readonly PhraseTerm[]): boolean =>
  phrase.every(({ term, isPrefix }, offset) =>
    units[index + offset]?.terms.some((other) => (isPrefix ? other.startsWith(term) : other === term)),
  )

/** Finds what meets the conditions in a text, as ranges of code points, in their order. Neighbours are one range. */
export function findHighlights(text: string, conditions: readonly TermCondition[]): { start: number; end: number }[] {
  const units = listTermUnits(text)
  const found = units.flatMap((unit, index) =>
    conditions.flatMap(({ phrase, variants }) => {
      if (hasVariant(unit, variants)) return unit
      if (!startsPhrase(units, index, phrase)) return []
      return phrase.flatMap(({ term, isPair }, offset) => {
        const found = units.slice(index + offset, index + offset + (isPair ? 2 : 1))
        const isWhole = /^[#@]/.test(term)
        return found.map(({ start, end, wholeEnd }) => ({ start, end: isWhole ? wholeEnd : end }))
      })
    }),
  )
  return countInCodePoints(text, joinRanges(found))
}

type TextRange = { start: number; end: number }

function joinRanges(found: readonly TextRange[]): TextRange[] {
  const ranges: TextRange[] = []
  for (const { start, end } of found.toSorted((one, other) => one.start - other.start)) {
    const last = ranges.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges.slice(0, MAX_HIGHLIGHTS)
}

function countInCodePoints(text: string, ranges: readonly TextRange[]): TextRange[] {
  const countTo = (end: number) => [...text.slice(0, end)].length
  return ranges.map(({ start, end }) => ({ start: countTo(start), end: countTo(end) }))
}
