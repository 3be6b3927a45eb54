import { describe, expect, it } from '@jest/globals'
import type { QuietHours } from '@meadow/contracts'
import { createDefaultSettings } from '../preferences/notification-settings.ts'
import { isQuietAt } from './quiet-hours.ts'

const { days: noTimes } = createDefaultSettings().quietHours
const quietHours = (zone: string, days: Partial<QuietHours['days']>): QuietHours => ({
  zone,
  days: { ...noTimes, ...days },
})
const night = [{ from: '22:00', to: '07:00' }]

/** Checks the quiet hours in steps of half an hour of real time. Returns the times at which they change. */
function listChanges(hours: QuietHours, from: string, hoursLong: number): string[] {
  const start = Date.parse(from)
  const times = Array.from({ length: hoursLong * 2 }, (_, step) => new Date(start + step * 1_800_000))
  return times
    .filter((at, index) => isQuietAt(hours, at) !== (index > 0 && isQuietAt(hours, times[index - 1] ?? at)))
    .map((at) => at.toISOString().slice(0, 16))
}

describe('the quiet hours', () => {
  it('begin on their day and end on the next, in the time zone of the member', () => {
    const monday = quietHours('Europe/Berlin', { monday: night }) // UTC+1 in March
    expect(listChanges(monday, '2026-03-02T00:00Z', 48)).toEqual(['2026-03-02T21:00', '2026-03-03T06:00'])
    const auckland = quietHours('Pacific/Auckland', { monday: night }) // UTC+13
    expect(listChanges(auckland, '2026-03-01T00:00Z', 72)).toEqual(['2026-03-02T09:00', '2026-03-02T18:00'])
  })

  it('include their first minute and exclude their last', () => {
    const noon = quietHours('UTC', { monday: [{ from: '12:00', to: '13:00' }] })
    const isQuiet = (time: string) => isQuietAt(noon, new Date(`2026-03-02T${time}Z`))
    expect(['11:59:59', '12:00', '12:59:59', '13:00'].map(isQuiet)).toEqual([false, true, true, false])
  })

  it('of Sunday end on Monday, and a span with the same begin and end is a whole day', () => {
    const sunday = quietHours('UTC', { sunday: night })
    expect(listChanges(sunday, '2026-03-01T12:00Z', 48)).toEqual(['2026-03-01T22:00', '2026-03-02T07:00'])
    const wholeDay = quietHours('UTC', { sunday: [{ from: '00:00', to: '00:00' }] })
    expect(listChanges(wholeDay, '2026-02-28T12:00Z', 48)).toEqual(['2026-03-01T00:00', '2026-03-02T00:00'])
  })

  it('end at the time on the wall on the night in which clocks are put forward', () => {
    const saturday = quietHours('Europe/Berlin', { saturday: night })
    expect(listChanges(saturday, '2026-03-28T12:00Z', 24)).toEqual(['2026-03-28T21:00', '2026-03-29T05:00']) // 8 hours
    const inMissingHour = quietHours('Europe/Berlin', { sunday: [{ from: '02:30', to: '04:00' }] })
    expect(listChanges(inMissingHour, '2026-03-29T00:00Z', 12)).toEqual(['2026-03-29T01:00', '2026-03-29T02:00'])
  })

  it('end at the time on the wall on the night in which clocks are put back', () => {
    const saturday = quietHours('Europe/Berlin', { saturday: night })
    expect(listChanges(saturday, '2026-10-24T12:00Z', 24)).toEqual(['2026-10-24T20:00', '2026-10-25T06:00']) // 10 hours
    const inRepeatedHour = quietHours('Europe/Berlin', { sunday: [{ from: '02:00', to: '03:00' }] })
    expect(listChanges(inRepeatedHour, '2026-10-25T00:00Z', 12)).toEqual(['2026-10-25T00:00', '2026-10-25T02:00'])
  })

  it('do not exist by default, and in an unknown time zone', () => {
    expect(isQuietAt(createDefaultSettings().quietHours, new Date())).toBe(false)
    expect(isQuietAt(quietHours('Mars/Olympus', { monday: night }), new Date('2026-03-02T23:00Z'))).toBe(false)
  })
})
