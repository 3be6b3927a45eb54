import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { MAX_SEARCH_TERMS } from './limits.ts'
import { joinSearch, parseSearch, toTag } from './parse-search.ts'

const kinds = (text: string) =>
  parseSearch(text).map(({ kind, value, isExcluded }) => `${isExcluded ? '-' : ''}${kind} ${value}`)

describe('parseSearch', () => {
  it.each([
    ['moss garden', ['word moss', 'word garden']],
    ['"moss  garden" tea', ['phrase moss garden', 'word tea']],
    ['“moss garden”', ['phrase moss garden']],
    ['"not closed', ['phrase not closed']],
    ['-rain −"heavy rain"', ['-word rain', '-phrase heavy rain']],
    ['From:@Mara from:ines', ['from mara', 'from ines']],
    ['before:2026-01-31 AFTER:2025-12-01', ['before 2026-01-31', 'after 2025-12-01']],
    ['has:photo', ['has picture']],
    ['has:videos', ['has video']],
    ['has:URL', ['has link']],
    ['has:starred', ['has star']],
    ['Has:Voice', ['has voice']],
    ['#Garden ＃タグ', ['tag garden', 'tag タグ']],
    ['🌱 東京', ['word 🌱', 'word 東京']],
  ])('reads %j', (text, parts) => {
    expect(kinds(text)).toEqual(parts)
  })

  it.each([
    ['before:lunch', 'word before:lunch'],
    ['before:2026-02-30', 'word before:2026-02-30'],
    ['has:fun', 'word has:fun'],
    ['from:', 'word from:'],
    ['https://example.org', 'word https://example.org'],
    ['#1', 'word #1'],
  ])('reads %j as a word', (text, part) => {
    expect(kinds(text)).toEqual([part])
  })

  it.each(['', ' ', '""', '-', '- -- "', "'); drop table posts; --".slice(0, 3), '&|!():*', '<->', '\\'])(
    'finds no part in %j',
    (text) => {
      expect(parseSearch(text)).toEqual([])
    },
  )

  it('reads every text, and reads the text of its parts as the same parts', () => {
    const pieces = fc.constantFrom(
      '"',
      '-',
      'from:',
      'before:',
      '2026-01-01',
      '#',
      '@',
      'é',
      '漢',
      '🌱',
      ' ',
      ':',
      '“',
      '\u200b',
      'a',
    )
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const parts = parseSearch(text)
        expect(parts.length).toBeLessThanOrEqual(MAX_SEARCH_TERMS)
        expect(parseSearch(joinSearch(parts))).toEqual(parts)
      }),
      { numRuns: 1_000 },
    )
  })
})

it.each([
  ['#Garden', 'garden'],
  ['＃ＧＡＲＤＥＮ', 'garden'],
  ['#日本語', '日本語'],
])('toTag reads %j', (text, tag) => {
  expect(toTag(text)).toBe(tag)
})
