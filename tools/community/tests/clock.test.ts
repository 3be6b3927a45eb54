import { expect, it } from '@jest/globals'
import { callTime, callTimeOrEpoch, runAt } from '../src/clock.ts'

const winter = new Date('2025-12-24T18:00:00Z')

it('shows the time of a call in everything that the call awaits, also beside other calls', async () => {
  const summer = new Date('2026-07-01T09:00:00Z')
  const readLater = (time: Date) =>
    runAt(time, async () => {
      await new Promise(setImmediate)
      return [callTime(), callTimeOrEpoch()]
    })
  expect(await Promise.all([readLater(winter), readLater(summer)])).toEqual([
    [winter, winter],
    [summer, summer],
  ])
})

it('shows 1970 to cleanup jobs outside of calls, so that nothing of last year is old', () => {
  expect(callTimeOrEpoch().getTime()).toBeLessThan(winter.getTime() - 365 * 24 * 3_600_000)
  expect(callTime().getTime()).toBeGreaterThan(winter.getTime())
})
