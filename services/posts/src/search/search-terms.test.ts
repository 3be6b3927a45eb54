import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  findHighlights,
  meetsCondition,
  toIndexTerms,
  tokenize,
  toPhraseCondition,
  toWordConditions,
} from './search-terms.ts'
import { stemEnglish } from './stem-english.ts'

const isFoundByWords = (text: string, words: string, isLast = false) =>
  toWordConditions(words, isLast).every((condition) => meetsCondition(text, condition))
const isFoundByPhrase = (text: string, phrase: string) => {
  const condition = toPhraseCondition(phrase)
  return condition !== undefined && meetsCondition(text, condition)
}

describe('a text is found', () => {
  it.each([
    ['Łukasz in Kraków', 'lukasz krakow'],
    ['Die Straße im Schnee', 'strasse'],
    ['ＦＵＬＬ width', 'full'],
    ['We walked to the gardens', 'walk garden'],
    ['A walk', 'walking'],
    ['Hurry up, she hurried', 'hurry'],
    ['ｶﾀｶﾅ', 'カタカナ'],
    ['今日は東京都へ行きました', '東京都'],
    ['今日は東京都へ行きました', '京'],
    ['학교에서 만나요', '학교'],
    ['ขอบคุณมากครับ', 'มาก'],
    ['مُحَمَّد في القاهرة', 'محمد'],
    ['إلى المدرسة', 'الى المدرسه'],
    ['A day 🌱 outside', '🌱'],
    ['Thumbs 👍🏽', '👍'],
    ['I ❤️ moss', '❤'],
    ['Tea in the #GardenParty', '#gardenparty'],
    ['Tea in the #garden', 'garden'],
    ['#東京タワー', '#東京タワー'],
    ['Hello @mara.lind', '@mara'],
    ['See https://example.org/moss', 'example moss'],
    ["It's the neighbours’ cat", 'neighbours cat'],
    ['می\u200cخواهم', 'میخواهم'],
  ])('%j by the words %j', (text, words) => {
    expect(isFoundByWords(text, words)).toBe(true)
  })

  it('by the beginning of the last word, which is still typed, and not by that of another', () => {
    expect(isFoundByWords('Moss garden', 'moss gar', true)).toBe(true)
    expect(isFoundByWords('Moss garden', 'gar moss', true)).toBe(false)
    expect(isFoundByWords('Moss garden', 'gar ', true)).toBe(false)
    expect(isFoundByWords('#gardenparty', '#gard', true)).toBe(true)
  })

  it.each([
    ['The moss garden', 'moss garden', true],
    ['Moss,\n garden', 'moss garden', true],
    ['The moss in the garden', 'moss garden', false],
    ['moss gardens', 'moss garden', false],
    ['garden moss garden', 'moss garden', true],
    ['東京の庭 is nice', '京の庭 is', true],
    ['京都の東', '東京', false],
    ['東京 walk', '東京 walk', true],
    ['東京 slow walk', '東京 walk', false],
  ])('in %j the phrase %j: %s', (text, phrase, isFound) => {
    expect(isFoundByPhrase(text, phrase)).toBe(isFound)
  })

  it.each([
    ['A cart', 'car'],
    ['京東', '東京'],
    ['A garden', '#garden'],
  ])('not: %j by %j', (text, words) => {
    expect(isFoundByWords(text, words)).toBe(false)
  })

  it('by each of its own words, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (text) => {
        for (const { start, end } of tokenize(text)) {
          const [condition] = toWordConditions(text.slice(start, end), false)
          expect(condition && meetsCondition(text, condition)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})

it.each([
  ['gardens', 'garden'],
  ['hopping', 'hop'],
  ['hoping', 'hop'],
  ['hope', 'hop'],
  ['berries', 'berri'],
  ['berry', 'berri'],
  ['boxes', 'box'],
  ['misses', 'miss'],
  ['this', 'this'],
  ['bus', 'bus'],
  ['sing', 'sing'],
])('stemEnglish(%j) is %j', (word, stem) => {
  expect(stemEnglish(word)).toBe(stem)
})

it.each(['a', 'ab ', '漢', '🌱', '#a ', '\u0301', '\u200d', 'a\u200d', '@', '👩‍👩‍👧 '])(
  '5,000 characters of %j take less than half a second',
  (piece) => {
    const startedAt = performance.now()
    toIndexTerms(piece.repeat(5_000 / piece.length))
    expect(performance.now() - startedAt).toBeLessThan(500)
  },
)

describe('findHighlights', () => {
  const highlight = (text: string, words: string) =>
    findHighlights(text, toWordConditions(words, true)).map(({ start, end }) => [...text].slice(start, end).join(''))

  it.each([
    ['😀 Walks in the Gärten', 'walk garten', ['Walks', 'Gärten']],
    ['今日は東京都へ', '東京都', ['東京都']],
    ['今日は東京都へ', '京', ['京']],
    ['A #GardenParty', '#gard', ['#GardenParty']],
    ['#東京タワー', '#東京タワー', ['#東京タワー']],
    ['ｶﾞｰﾃﾞﾝ', 'ガーデン', ['ｶﾞｰﾃﾞﾝ']],
    ['👍🏽 yes', '👍', ['👍🏽']],
    ['nothing', 'moss', []],
  ])('in %j of %j', (text, words, parts) => {
    expect(highlight(text, words)).toEqual(parts)
  })

  it('returns sorted ranges within the text that do not overlap, whatever the text and the words', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', 'é', '漢', '字', ' ', '#', '🌱', 'ｶ', 'ﾞ') }),
    )
    fc.assert(
      fc.property(texts, texts, (text, words) => {
        let position = 0
        for (const { start, end } of findHighlights(text, toWordConditions(words, true))) {
          expect(start).toBeGreaterThanOrEqual(position)
          expect(end).toBeGreaterThan(start)
          position = end
        }
        expect(position).toBeLessThanOrEqual([...text].length)
      }),
      { numRuns: 500 },
    )
  })
})
