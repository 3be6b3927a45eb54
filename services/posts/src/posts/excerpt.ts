const MAX_EXCERPT_GRAPHEMES = 140
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a text, by what people call a character: half an emoji is no text. */
export function createExcerpt(text: string): string {
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === MAX_EXCERPT_GRAPHEMES) return text.slice(0, index)
    count += 1
  }
  return text
}
