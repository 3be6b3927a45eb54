import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { createLogger } from '@meadow/service'
import { scheduleHourly } from '../src/timers.ts'

const MINUTE_MS = 60_000
const log = createLogger({ name: 'test', level: 'silent' })

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

it('runs the work a minute after the start, and then every hour until it is disposed of', async () => {
  const work = jest.fn(async () => {})
  const schedule = scheduleHourly(work, log)
  await jest.advanceTimersByTimeAsync(MINUTE_MS)
  expect(work).toHaveBeenCalledTimes(1)
  await jest.advanceTimersByTimeAsync(120 * MINUTE_MS)
  expect(work).toHaveBeenCalledTimes(3)
  schedule[Symbol.dispose]()
  await jest.advanceTimersByTimeAsync(120 * MINUTE_MS)
  expect(work).toHaveBeenCalledTimes(3)
})

it('repeats work that failed after a minute, and logs it only if it fails again', async () => {
  const warn = jest.spyOn(log, 'warn')
  let failures = 1
  const work = jest.fn(async () => {
    if (failures-- > 0) throw new Error('canceling statement due to lock timeout')
  })
  using _ = scheduleHourly(work, log)
  await jest.advanceTimersByTimeAsync(2 * MINUTE_MS)
  expect([work.mock.calls.length, warn.mock.calls.length]).toEqual([2, 0])
  failures = 2
  await jest.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect([work.mock.calls.length, warn.mock.calls.length]).toEqual([4, 1])
})
