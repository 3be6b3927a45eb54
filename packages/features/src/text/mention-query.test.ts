import { describe, expect, it } from '@jest/globals'
import { findMentionQuery, planMentionInsertion } from './mention-query.ts'

/** Finds the query at the mark |. */
const find = (marked: string) => findMentionQuery(marked.replace('|', ''), marked.indexOf('|'))

describe('the beginning of a mention', () => {
  it.each([
    ['@|', { start: 0, text: '' }],
    ['Hello @ma|', { start: 6, text: 'ma' }],
    ['(@ma|ra)', { start: 1, text: 'ma' }],
    ['one\n@m.ve|', { start: 4, text: 'm.ve' }],
    ['😀@ma|', { start: 2, text: 'ma' }],
    ['ありがとう@まら|', { start: 5, text: 'まら' }],
    ['שלום @מר|', { start: 5, text: 'מר' }],
    ['@Zoë|', { start: 0, text: 'Zoë' }],
  ])('is found in %s', (marked, found) => {
    expect(find(marked)).toEqual(found)
  })

  it.each([
    'plain|',
    'me@example|',
    'https://example.org/@ma|',
    '@@ma|',
    '@ma ra|',
    '@ma|,'.replace('|,', ',|'),
    '@m..a|',
    '@\u200bma|',
    `@${'a'.repeat(31)}|`,
    '|@ma',
  ])('is not found in %s', (marked) => {
    expect(find(marked)).toBeUndefined()
  })

  it('is found at the end of the longest text at once, also of 10,000 @', () => {
    expect(find(`${'@'.repeat(10_000)}|`)).toBeUndefined()
    expect(find(`${'word @ma '.repeat(2_000)}@ma|`)).toEqual({ start: 18_000, text: 'ma' })
  })
})

/** Returns the text after the insertion of `mara.vega` at the mark |. */
function insert(marked: string): string {
  const value = marked.replace('|', '')
  const query = find(marked)
  if (!query) throw new Error('no query')
  const { start, end, text } = planMentionInsertion(value, query, 'mara.vega')
  return value.slice(0, start) + text + value.slice(end)
}

it.each([
  ['Hi @ma|', 'Hi @mara.vega '],
  ['Hi @ma| there', 'Hi @mara.vega there'],
  ['Hi @ma|, there', 'Hi @mara.vega, there'],
  ['@mara|.vega', '@mara.vega '],
  ['@|hello', '@mara.vega hello'],
  ['@MA|', '@mara.vega '],
])('a mention completes %s to %s', (marked, completed) => {
  expect(insert(marked)).toBe(completed)
})
