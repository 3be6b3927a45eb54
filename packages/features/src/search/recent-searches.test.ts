import { expect, it } from '@jest/globals'
import { addRecentSearch, readRecentSearches } from './recent-searches.ts'

it('keeps the last eight searches, each once, the newest first', () => {
  const added = ['moss', 'fern', 'moss garden', 'Moss'].reduce<string[]>(addRecentSearch, [])
  expect(added).toEqual(['Moss', 'moss garden', 'fern'])
  expect(Array.from({ length: 10 }, (_, n) => `n${n}.`).reduce<string[]>(addRecentSearch, [])).toHaveLength(8)
})

it('reads what was changed by hand as nothing', () => {
  for (const stored of ['{', '{}', '[1]', 'null']) {
    localStorage.setItem('member:m1:recent-searches', stored)
    expect(readRecentSearches('m1')).toEqual([])
  }
  expect(readRecentSearches(undefined)).toEqual([])
})
