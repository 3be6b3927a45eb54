// Browsers import this file when they start, and `visible-text.ts` with its patterns later.

/** Counts the code points of a text, as limits and counters do: an emoji of two UTF-16 units is one. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let index = 0; index + 1 < text.length; index++)
    if (isHighSurrogate(text, index) && isLowSurrogate(text, index + 1)) {
      count--
      index++
    }
  return count
}

/**
 * Returns the beginning of a text with at most this many code points. Cuts between graphemes, so that no emoji, flag or letter
 * with its marks is cut in half.
 */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  let count = 0
  // one more unit than any text of this many code points has: the rest need not be segmented
  for (const { segment, index } of new Intl.Segmenter().segment(text.slice(0, maxCharacters * 2 + 64))) {
    count += countCharacters(segment)
    if (count > maxCharacters) return text.slice(0, index)
  }
  return text
}

const isHighSurrogate = (text: string, index: number) => (text.charCodeAt(index) & 0xfc00) === 0xd800
const isLowSurrogate = (text: string, index: number) => (text.charCodeAt(index) & 0xfc00) === 0xdc00
