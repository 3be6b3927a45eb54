/** A character that words consist of. */
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u
const MARK = /\p{M}/u
/** A character of a script that is written without spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u
/** White space and punctuation: what separates the words of a phrase does not matter. */
const SEPARATORS = /[\p{P}\p{Z}\p{Cc}]+/gu
/** Characters that nobody sees, which would split a word. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Returns a text in the form in which words are compared: NFKC, without case and invisible characters, and with one space for white
 * space and punctuation. It is '' if nothing remains.
 */
export const foldWords = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(IGNORED, '')
    .toUpperCase() // 'ß' becomes 'SS'
    .toLowerCase()
    .replaceAll('ς', 'σ') // depends on its place in a word
    .normalize('NFKC')
    .replace(SEPARATORS, ' ')
    .trim()

type TrieNode = { next: Map<string, TrieNode>; isEnd: boolean }

const createNode = (): TrieNode => ({ next: new Map(), isEnd: false })

/**
 * Creates a function that says if a text contains one of the words or phrases. They match whole words, and any place in scripts without
 * spaces. Its time grows with the text and the longest word, not with the number of words.
 */
export function createWordMatcher(words: readonly string[]): (text: string) => boolean {
  const root = createNode()
  for (const word of words.map(foldWords).filter((folded) => folded !== '')) {
    let node = root
    for (const character of word) {
      const next = node.next.get(character) ?? createNode()
      node.next.set(character, next)
      node = next
    }
    node.isEnd = true
  }
  if (root.next.size === 0) return () => false

  return (text) => {
    const characters = [...foldWords(text)]
    const isBoundary = createBoundaryTest(characters)
    for (let start = 0; start < characters.length; start++) {
      if (!root.next.has(characters[start] ?? '') || !isBoundary(start)) continue
      let node: TrieNode | undefined = root
      for (let end = start; node && end < characters.length; ) {
        node = node.next.get(characters[end++] ?? '')
        if (node?.isEnd && isBoundary(end)) return true
      }
    }
    return false
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
