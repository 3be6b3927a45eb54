import { describe, expect, it } from '@jest/globals'
import { findTagQuery, planTagInsertion } from './tag-query.ts'
import { chooseTags } from './use-tag-candidates.ts'

/** Finds the query at the mark |. */
const find = (marked: string) => findTagQuery(marked.replace('|', ''), marked.indexOf('|'))

describe('the beginning of a tag', () => {
  it.each([
    ['#|', { start: 0, text: '' }],
    ['See #Mo|', { start: 4, text: 'Mo' }],
    ['(#mo|ss)', { start: 1, text: 'mo' }],
    ['one\n#2026_a|', { start: 4, text: '2026_a' }],
    ['😀#mo|', { start: 2, text: 'mo' }],
    ['＃東京|', { start: 0, text: '東京' }],
    ['#नमस्|', { start: 0, text: 'नमस्' }],
  ])('is found in %s', (marked, found) => {
    expect(find(marked)).toEqual(found)
  })

  it.each([
    'plain|',
    'a#mo|',
    '##mo|',
    '&#39|',
    'https://example.org/#mo|',
    '#mo ss|',
    '#mo.|',
    '#-|',
    `#${'a'.repeat(52)}|`,
    '|#mo',
  ])('is not found in %s', (marked) => {
    expect(find(marked)).toBeUndefined()
  })

  it('is found at the end of the longest text at once, also of 10,000 #', () => {
    expect(find(`${'#'.repeat(10_000)}|`)).toBeUndefined()
    expect(find(`${'word #mo '.repeat(2_000)}#mo|`)).toEqual({ start: 18_000, text: 'mo' })
  })
})

/** Returns the text after the insertion of a tag at the mark |. */
function insert(marked: string, tag: string): string {
  const value = marked.replace('|', '')
  const query = find(marked)
  if (!query) throw new Error('no query')
  const { start, end, text } = planTagInsertion(value, query, tag)
  return value.slice(0, start) + text + value.slice(end)
}

it.each([
  ['On #mo|', 'mossgarden', 'On #mossgarden '],
  ['On #MossG| now', 'mossgarden', 'On #MossGarden now'],
  ['On #mo|, now', 'moss', 'On #moss, now'],
  ['#mo|ss', 'moss', '#moss '],
  ['#|', 'moss', '#moss '],
  ['#ＭＯ|', 'moss', '#ＭＯss '],
  ['#ﬁ|', 'finch', '#finch '],
])('a tag completes %s with %s to %s', (marked, tag, completed) => {
  expect(insert(marked, tag)).toBe(completed)
})

it("offers the viewer's own tags first, then those of the server, each once, but not the one that is written", () => {
  const known = [{ tag: 'mossy' }, { tag: 'fern' }, { tag: 'moss' }]
  const found = [
    { tag: 'moss', postsCount: 9 },
    { tag: 'mossgarden', postsCount: 3 },
  ]
  expect(chooseTags('Mo', known, found)).toEqual([
    { tag: 'mossy', postsCount: undefined },
    { tag: 'moss', postsCount: 9 },
    { tag: 'mossgarden', postsCount: 3 },
  ])
  expect(chooseTags('MOSS', known, found).map(({ tag }) => tag)).toEqual(['mossy', 'mossgarden'])
  expect(chooseTags('', known, []).map(({ tag }) => tag)).toEqual(['mossy', 'fern', 'moss'])
  expect(chooseTags('x', known, found)).toEqual([])
})
