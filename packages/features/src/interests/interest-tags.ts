import type { Interest } from './interest-labels.ts'

/** The tags of the interests whose members write other tags than the name of the interest. */
const OTHER_TAGS: Partial<Record<Interest, readonly string[]>> = {
  gardening: ['gardening', 'garden'],
  choirs: ['choirs', 'choir'],
  small_software: ['smallsoftware'],
  night_sky: ['nightsky'],
}

/** Returns the tags of posts about an interest, without `#`. */
export const getInterestTags = (interest: Interest): readonly string[] => OTHER_TAGS[interest] ?? [interest]
