import { expect, it } from '@jest/globals'
import { findQuietTime, hasSameTimeDaily, toQuietHours } from './quiet-hours.ts'

const night = { from: '22:00', to: '07:00' }
const ZONE = 'Europe/Berlin'

it('are the same on every day, or none', () => {
  expect(toQuietHours(night, ZONE)).toMatchObject({ zone: ZONE, days: { monday: [night], sunday: [night] } })
  expect(findQuietTime(toQuietHours(night, ZONE))).toEqual(night)
  expect(findQuietTime(toQuietHours(undefined, ZONE))).toBeUndefined()
})

it('of other clients may differ by day', () => {
  const { days } = toQuietHours(undefined, ZONE)
  const weekend = { zone: ZONE, days: { ...days, saturday: [{ from: '23:00', to: '10:00' }] } }
  expect(findQuietTime(weekend)).toEqual({ from: '23:00', to: '10:00' })
  expect(hasSameTimeDaily(weekend)).toBe(false)
  expect(hasSameTimeDaily(toQuietHours(night, ZONE))).toBe(true)
})
