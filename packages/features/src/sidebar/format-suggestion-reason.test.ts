import { expect, it } from '@jest/globals'
import { formatSuggestionReason } from './format-suggestion-reason.ts'

it.each([
  [{ code: 'followed_by', name: 'Ingrid Solberg', others: 0 }, 'Followed by Ingrid'],
  [{ code: 'followed_by', name: 'Ingrid Solberg', others: 3 }, 'Followed by Ingrid and 3 others'],
  [{ code: 'followed_by', name: 'Ingrid Solberg', others: 1 }, 'Followed by Ingrid and 1 other'],
  [{ code: 'same_interest', interest: 'gardening', others: 0 }, 'Also likes Gardening'],
  [{ code: 'same_interest', interest: 'night_sky', others: 2 }, 'Also likes Night sky and 2 more'],
  [{ code: 'follows_you' }, 'Follows you'],
  [{ code: 'popular' }, '1.2K followers'],
] as const)('of %p is %p', (reason, words) => {
  expect(formatSuggestionReason({ reason, followerCount: 1_234 })).toBe(words)
})

it('returns for a member without followers that they are new', () => {
  expect(formatSuggestionReason({ reason: { code: 'new' }, followerCount: 0 })).toBe('New here')
})

it('falls back to the number of followers for an interest that only newer services know', () => {
  const reason = { code: 'same_interest', interest: 'brand_new' } as never
  expect(formatSuggestionReason({ reason, followerCount: 3 })).toBe('3 followers')
})
