const EXCERPT_MAX = 140
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a text, by what people call a character: half an emoji is no text. */
export function excerptOf(text: string): string {
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === EXCERPT_MAX) return text.slice(0, index)
    count += 1
  }
  return text
}
