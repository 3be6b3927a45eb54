import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { findTextRanges, toTrigrams } from './search-text.ts'

describe('search text', () => {
  it('has each trigram once and does not split emoji', () => {
    expect(toTrigrams('banana')).toEqual(['ban', 'ana', 'nan'])
    expect(toTrigrams('a🙂b🙂')).toEqual(['a🙂b', '🙂b🙂'])
    expect(toTrigrams('ab')).toEqual([])
  })

  it('has all trigrams of each of its substrings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (text, from, length) => {
        const characters = [...text]
        const part = characters.slice(from % (characters.length + 1)).slice(0, length % 20)
        expect(toTrigrams(text)).toEqual(expect.arrayContaining(toTrigrams(part.join(''))))
      }),
    )
  })
})

it.each([
  [
    '😀 Café cafe',
    ['CAFE'],
    [
      [2, 6],
      [7, 11],
    ],
  ],
  ['Straße', ['ss'], [[4, 5]]],
  ['ﬁne', ['i'], [[0, 1]]],
  [
    'seed seeds',
    ['seed', 'eds'],
    [
      [0, 4],
      [5, 10],
    ],
  ],
  ['aaaa', ['aa'], [[0, 4]]],
  ['Cafe\u0301!', ['é!'], [[3, 6]]],
  ['nothing', ['x', '', '\u0301'], []],
])('finds in %j the texts %j at %j', (content, texts, ranges) => {
  expect(findTextRanges(content, texts).map(({ start, end }) => [start, end])).toEqual(ranges)
})
