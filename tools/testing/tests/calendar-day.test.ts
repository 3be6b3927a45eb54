import { execFileSync } from 'node:child_process'
import { expect, it } from '@jest/globals'

/** Runs `isYesterday` in a time zone, which a process takes at its start. */
const isYesterdayIn = (zone: string, at: string, now: string): boolean => {
  const module = JSON.stringify(new URL('../../../frontends/chat/src/format/calendar-day.ts', import.meta.url).href)
  const code = `import { isYesterday } from ${module}; console.log(isYesterday(new Date('${at}'), new Date('${now}')))`
  const env = { ...process.env, TZ: zone, NODE_OPTIONS: '' }
  return (
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' }).trim() === 'true'
  )
}

it.each([
  ['in the last hour of a day of 25 hours', 'Europe/Berlin', '2026-10-24T12:00', '2026-10-25T23:30', true],
  ['not that day itself', 'Europe/Berlin', '2026-10-25T00:10', '2026-10-25T23:30', false],
  ['in the first hour after a day of 23 hours', 'America/New_York', '2026-03-08T12:00', '2026-03-09T00:30', true],
  ['not the day before that one', 'America/New_York', '2026-03-07T23:45', '2026-03-09T00:30', false],
  ['where the day itself begins at one', 'America/Santiago', '2026-09-05T12:00', '2026-09-06T01:30', true],
  ['on the first of a year', 'Asia/Tokyo', '2025-12-31T23:59', '2026-01-01T00:00', true],
])('finds yesterday %s', (_case, zone, at, now, expected) => {
  expect(isYesterdayIn(zone, at, now)).toBe(expected)
})
