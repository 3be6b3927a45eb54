import { expect, it } from '@jest/globals'
import { formatDataAge } from './offline-bar.tsx'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

it.each([
  [-3 * HOUR, 'Last updated just now'],
  [59 * SECOND, 'Last updated just now'],
  [60 * SECOND, 'Last updated 1 minute ago'],
  [5 * 60 * SECOND, 'Last updated 5 minutes ago'],
  [HOUR, 'Last updated 1 hour ago'],
  [23.9 * HOUR, 'Last updated 23 hours ago'],
  [48 * HOUR, 'Last updated 2 days ago'],
])('an age of %p ms is %p', (ageMs, text) => expect(formatDataAge(ageMs)).toBe(text))
