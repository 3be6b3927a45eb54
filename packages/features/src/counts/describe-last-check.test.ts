import { expect, it } from '@jest/globals'
import { describeLastCheck } from './describe-last-check.ts'

const NOW = new Date('2026-03-05T12:00:00Z')

it.each([
  [null, 'Not checked yet.'],
  ['2026-03-05T12:00:30Z', 'Last checked just now.'], // a clock that is slow
  ['2026-03-05T11:59:01Z', 'Last checked just now.'],
  ['2026-03-05T11:59:00Z', 'Last checked 1 minute ago.'],
  ['2026-03-05T11:00:01Z', 'Last checked 59 minutes ago.'],
  ['2026-03-05T11:00:00Z', 'Last checked 1 hour ago.'],
  ['2026-03-04T12:00:01Z', 'Last checked 23 hours ago.'],
  ['2026-03-04T12:00:00Z', 'Last checked 1 day ago.'],
  ['2026-03-01T12:00:00Z', 'Last checked 4 days ago.'],
])('a check at %s is described as "%s"', (checkedAt, text) => {
  expect(describeLastCheck(checkedAt, NOW)).toBe(text)
})
