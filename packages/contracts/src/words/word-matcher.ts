import { findDeceptiveWords, replaceLookAlikes } from './look-alike-letters.ts'

/** A character that words consist of. */
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u
const MARK = /\p{M}/u
/** A character of a script that is written without spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u
/** White space and punctuation: what separates the words of a phrase does not matter. */
const SEPARATORS = /[\p{P}\p{Z}\p{Cc}]+/gu
/** Characters that nobody sees, which would split a word. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu
/** A letter of an alphabet with the marks on it. */
const MARKED_LETTER = /([\p{sc=Latin}\p{sc=Cyrl}\p{sc=Grek}])(\p{M}+)/gu
/** Marks that languages write also on letters with which Unicode has no character, such as g̃ in Guarani. */
const ACCENT = /[\u0300-\u0304\u0306-\u030c\u0323\u0327\u0328]/u

/** Removes the marks of letters on which they are decoration: strokes, circles, and piles of marks. */
const withoutDecoration = (text: string): string =>
  text.normalize('NFKD').replace(MARKED_LETTER, (marked, letter: string, marks: string) => {
    const [, ...uncomposed] = marked.normalize('NFC')
    const isWritten = [...marks].length <= 2 && uncomposed.length <= 1 && uncomposed.every((mark) => ACCENT.test(mark))
    return isWritten ? marked : letter
  })

const normalize = (text: string): string =>
  withoutDecoration(text.normalize('NFKC').replace(IGNORED, '')).normalize('NFKC')

const foldCase = (text: string): string =>
  text
    .toUpperCase() // 'ß' becomes 'SS'
    .toLowerCase()
    .replaceAll('ς', 'σ') // depends on its place in a word
    .normalize('NFKC')

/**
 * Returns a text in the form in which words are compared: NFKC, without case, invisible characters and marks that are decoration, and with
 * one space for white space and punctuation. It is '' if nothing remains.
 */
export const foldWords = (text: string): string => foldCase(normalize(text)).replace(SEPARATORS, ' ').trim()

type TrieNode = { next: Map<string, TrieNode>; isEnd: boolean }

const createNode = (): TrieNode => ({ next: new Map(), isEnd: false })

function createTrie(words: readonly string[]): TrieNode {
  const root = createNode()
  for (const word of words) {
    let node = root
    for (const character of word) {
      const next = node.next.get(character) ?? createNode()
      node.next.set(character, next)
      node = next
    }
    node.isEnd = true
  }
  return root
}

/** Returns true if one of the words stands in the text, with at least one of the deceptive characters if there are such. */
function isFound(root: TrieNode, characters: readonly string[], isDeceptive?: readonly boolean[]): boolean {
  const isBoundary = createBoundaryTest(characters)
  for (let start = 0; start < characters.length; start++) {
    if (!root.next.has(characters[start] ?? '') || !isBoundary(start)) continue
    let node: TrieNode | undefined = root
    let canMatch = !isDeceptive
    for (let end = start; node && end < characters.length; ) {
      canMatch ||= isDeceptive?.[end] === true
      node = node.next.get(characters[end++] ?? '')
      if (node?.isEnd && canMatch && isBoundary(end)) return true
    }
  }
  return false
}

/**
 * Creates a function that says if a text contains one of the words or phrases. They match whole words, and any place in scripts without
 * spaces, also with letters of another script that look the same. Its time grows with the text and the longest word, not with the number of
 * words.
 */
export function createWordMatcher(words: readonly string[]): (text: string) => boolean {
  const folded = words.map(foldWords).filter((word) => word !== '')
  if (folded.length === 0) return () => false
  const plain = createTrie(folded)
  const lookAlike = createTrie(folded.map(replaceLookAlikes))

  return (text) => {
    if (isFound(plain, [...foldWords(text)])) return true
    const written = normalize(text).replace(SEPARATORS, ' ').trim().split(' ')
    const deceptive = findDeceptiveWords(written)
    if (deceptive.size === 0) return false
    // a capital letter can look like another letter than its small form
    const forms = [
      (word: string) => foldCase(replaceLookAlikes(word)),
      (word: string) => replaceLookAlikes(foldCase(word)),
    ]
    return forms.some((toForm) => {
      const shown = written.map((word, index) => ({
        characters: [...toForm(word), ' '],
        isDeceptive: deceptive.has(index),
      }))
      return isFound(
        lookAlike,
        shown.flatMap(({ characters }) => characters),
        shown.flatMap(({ characters, isDeceptive }) => characters.map(() => isDeceptive)),
      )
    })
  }
}

/** Returns a function that says if a word may begin or end before the character at an index. */
function createBoundaryTest(characters: readonly string[]): (index: number) => boolean {
  const isSpacedLetter = (character: string) => WORD_CHARACTER.test(character) && !UNSPACED.test(character)
  return (index) => {
    const [before, after] = [characters[index - 1], characters[index]]
    if (before === undefined || after === undefined) return true
    if (MARK.test(after)) return false // it belongs to the character before
    return !isSpacedLetter(before) || !isSpacedLetter(after)
  }
}
