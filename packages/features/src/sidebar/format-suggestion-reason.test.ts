import { expect, it } from '@jest/globals'
import { formatSuggestionReason } from './format-suggestion-reason.ts'

it.each([
  [{ code: 'followed_by', name: 'Ingrid', others: 0 }, 'Followed by Ingrid'],
  [{ code: 'followed_by', name: 'Ingrid', others: 3 }, 'Followed by Ingrid and 3 more'],
  [{ code: 'follows_you' }, 'Follows you'],
  [{ code: 'popular' }, '1.2K followers'],
] as const)('of %p is %p', (reason, words) => {
  expect(formatSuggestionReason({ reason, followerCount: 1_234 })).toBe(words)
})

it('returns for a member without followers that they are new', () => {
  expect(formatSuggestionReason({ reason: { code: 'new' }, followerCount: 0 })).toBe('New on Meadow')
})
