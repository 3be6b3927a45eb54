import { expect, it } from '@jest/globals'
import { findHighestRate } from '../src/measure/highest-rate.ts'

it.each([0, 10, 437, 990])('finds a limit of %p a second, at most 1/32 of the upper bound too low', async (limit) => {
  const found = await findHighestRate(1_000, async (rate) => rate <= limit)
  expect(found).toBeLessThanOrEqual(limit)
  expect(limit - found).toBeLessThan(1_000 / 32 + 1)
})

it('repeats a rate that was not sustained once', async () => {
  const refused = new Set<number>()
  const found = await findHighestRate(1_000, async (rate) => {
    const isRepeated = refused.has(rate)
    refused.add(rate)
    return isRepeated
  })
  expect(found).toBeCloseTo(1_000 * (31 / 32))
})
