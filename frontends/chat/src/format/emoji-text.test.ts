import { expect, it } from '@jest/globals'
import { isEmojiText } from './emoji-text.ts'

it.each(['👍', '🎉🎉', ' 😀 😀\n😀 ', '👩‍👩‍👧‍👦', '👋🏽', '🇬🇭🇸🇮', '❤️', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'])(
  '%j is a text of few emoji',
  (text) => {
    expect(isEmojiText(text)).toBe(true)
  },
)

it.each([
  ['no text', ''],
  ['spaces', '  '],
  ['four emoji', '😀😀😀😀'],
  ['a word beside an emoji', 'yes 👍'],
  ['digits, which are the base of keycaps', '123'],
  ['marks that are letters of a text', '©®™'],
  ['half of a flag', '🇬'],
  ['a skin tone and a joiner without a base', '\u200d\ufe0f'],
  ['many spaces before a letter', `${' '.repeat(100_000)}a`],
])('%s is none', (_what, text) => {
  expect(isEmojiText(text)).toBe(false)
})
