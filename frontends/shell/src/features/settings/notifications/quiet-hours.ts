import type { QuietHours } from '@meadow/contracts/browser'

/** A span of local time, `HH:MM`; if `to` is not after `from`, it ends on the next day. */
export type QuietTime = { from: string; to: string }

export const DEFAULT_QUIET_TIME: QuietTime = { from: '22:00', to: '07:00' }

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Returns the quiet hours with the same time on every day, or without any. */
export const toQuietHours = (time: QuietTime | undefined, zone: string): QuietHours => ({
  zone,
  days: Object.fromEntries(WEEKDAYS.map((day) => [day, time ? [time] : []])) as QuietHours['days'],
})

/** Returns the first quiet time of the week; undefined if there is none. Other clients may set other times per day. */
export const findQuietTime = ({ days }: QuietHours): QuietTime | undefined =>
  WEEKDAYS.map((day) => days[day][0]).find((time) => time !== undefined)

/** Returns true if every day has the same time, so that one pair of fields shows all of it. */
export const hasSameTimeDaily = ({ days }: QuietHours): boolean =>
  new Set(WEEKDAYS.map((day) => JSON.stringify(days[day]))).size === 1 && days.monday.length <= 1
