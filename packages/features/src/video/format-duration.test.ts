import { expect, it } from '@jest/globals'
import { formatDuration } from './format-duration.ts'

it('formats a duration as minutes and seconds', () => {
  expect([0, 900, 5_400, 65_000, 300_000].map(formatDuration)).toEqual(['0:00', '0:01', '0:05', '1:05', '5:00'])
})
