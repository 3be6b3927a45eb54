import { afterEach, expect, it } from '@jest/globals'
import { getServerTime, recordServerTime } from './server-clock.ts'

const HOUR_MS = 3_600_000
const toHeader = (ms: number) => new Date(ms).toUTCString()

afterEach(() => recordServerTime(toHeader(Date.now())))

it('follows the server if the clock of the device is wrong, and the device again when it is right', () => {
  expect(Math.abs(getServerTime() - Date.now())).toBeLessThan(1_000)
  recordServerTime(toHeader(Date.now() - 24 * HOUR_MS))
  expect(Math.abs(getServerTime() + 24 * HOUR_MS - Date.now())).toBeLessThan(2_000)
  expect(localStorage.getItem('clockOffset')).not.toBeNull()
  recordServerTime(toHeader(Date.now()))
  expect(Math.abs(getServerTime() - Date.now())).toBeLessThan(1_000)
})

it('takes neither a slow response nor a missing header for a wrong clock', () => {
  for (const header of [toHeader(Date.now() - 20_000), null, 'soon']) recordServerTime(header)
  expect(Math.abs(getServerTime() - Date.now())).toBeLessThan(1_000)
})
