import { expect, it } from '@jest/globals'
import { INTERESTS } from '@meadow/contracts/profile-fields'
import { getInterestTags } from './interest-tags.ts'

it('every interest has tags that a text can have, and none has the tag of another', () => {
  const tags = INTERESTS.flatMap(getInterestTags)
  expect(tags.filter((tag) => !/^[a-z]+$/.test(tag))).toEqual([])
  expect(new Set(tags).size).toBe(tags.length)
})
