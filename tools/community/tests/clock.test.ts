import { expect, it } from '@jest/globals'
import { at, now, nowInCalls } from '../src/clock.ts'

const winter = new Date('2025-12-24T18:00:00Z')

it('is the moment of a call for all that the call waits for, each of those that run side by side', async () => {
  const summer = new Date('2026-07-01T09:00:00Z')
  const afterAll = (moment: Date) =>
    at(moment, async () => {
      await new Promise(setImmediate)
      return [now(), nowInCalls()]
    })
  expect(await Promise.all([afterAll(winter), afterAll(summer)])).toEqual([
    [winter, winter],
    [summer, summer],
  ])
})

it('is long ago for what clears away beside the calls: nothing of last year is old then', () => {
  expect(nowInCalls().getTime()).toBeLessThan(winter.getTime() - 365 * 24 * 3_600_000)
  expect(now().getTime()).toBeGreaterThan(winter.getTime())
})
