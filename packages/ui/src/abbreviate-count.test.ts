import { describe, expect, it } from '@jest/globals'
import { abbreviateCount } from './abbreviate-count.ts'

describe('abbreviateCount', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1K'],
    [1_234, '1.2K'],
    [1_290, '1.2K'],
    [999_950, '999.9K'],
    [1_000_000, '1M'],
    [3_460_000, '3.4M'],
  ])('shows %p as %p', (count, shown) => {
    expect(abbreviateCount(count)).toBe(shown)
  })
})
