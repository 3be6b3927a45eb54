import * as z from 'zod'
import { MAX_QUIET_TIMES_PER_DAY, type WEEKDAYS } from '../limits.ts'
import { boundedString } from '../text.ts'

const TimeOfDay = boundedString(5, 'Not a time of day').regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Not a time of day')

/** A span of local time. It begins on its day; if `to` is not after `from`, it ends on the next day. */
const QuietTime = z.object({ from: TimeOfDay, to: TimeOfDay })

/** Accepts names of the IANA time zone database, in any case, but no offsets. */
function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const TimeZone = boundedString(64, 'Unknown time zone').refine(isTimeZone, 'Unknown time zone')

const QuietTimes = z.array(QuietTime).max(MAX_QUIET_TIMES_PER_DAY)
const QuietDays = z.object({
  monday: QuietTimes,
  tuesday: QuietTimes,
  wednesday: QuietTimes,
  thursday: QuietTimes,
  friday: QuietTimes,
  saturday: QuietTimes,
  sunday: QuietTimes,
} satisfies Record<(typeof WEEKDAYS)[number], typeof QuietTimes>)

/** The times without pushes, by the day on which they begin, in the member's own time zone. */
export const QuietHours = z.object({ zone: TimeZone, days: QuietDays })
export type QuietHours = z.infer<typeof QuietHours>

/** A change of the quiet hours. The list of a day replaces the previous one of this day. */
export const QuietHoursChange = z.object({ zone: TimeZone, days: QuietDays.partial() }).partial()
