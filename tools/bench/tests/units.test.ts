import { expect, it } from '@jest/globals'
import { formatBytes, formatNumber } from '../src/capacity/units.ts'

it.each([
  [0, '0'],
  [0.004, '< 0.01'],
  [0.256, '0.26'],
  [9.94, '9.9'],
  [345.6, '346'],
  [12_345, '12 k'],
  [999_999, '1 M'],
  [1_500_000, '1.5 M'],
  [Number.POSITIVE_INFINITY, 'not possible'],
])('formats %p as %p', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

it('formats bytes with their unit', () => {
  expect([12, 1_234_000].map(formatBytes)).toEqual(['12 B', '1.2 MB'])
})
