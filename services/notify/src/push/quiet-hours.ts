import type { QuietHours } from '@meadow/contracts'
import { WEEKDAYS } from '@meadow/contracts/limits'

type Weekday = (typeof WEEKDAYS)[number]
/** A time of day as `HH:MM`, and the day, by the clock on a wall in a time zone. */
type LocalTime = { day: Weekday; time: string }

const MAX_CACHED_FORMATS = 500
const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached) return cached
  if (formats.size >= MAX_CACHED_FORMATS) formats.clear()
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, format)
  return format
}

function toLocalTime(zone: string, at: Date): LocalTime {
  const parts = Object.fromEntries(
    getFormat(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return { day: parts['weekday']?.toLowerCase() as Weekday, time: `${parts['hour']}:${parts['minute']}` }
}

const getPreviousDay = (day: Weekday): Weekday => WEEKDAYS[(WEEKDAYS.indexOf(day) + 6) % 7] as Weekday

/**
 * Returns true if `at` is in the quiet hours, by the clock on a wall in their time zone. Where clocks are put forward, a span that
 * begins in the missing hour begins after it; where they are put back, a span contains its hour twice. A time zone that this
 * version does not know has no quiet hours.
 */
export function isQuietAt({ zone, days }: QuietHours, at: Date): boolean {
  if (WEEKDAYS.every((day) => days[day].length === 0)) return false
  let local: LocalTime
  try {
    local = toLocalTime(zone, at)
  } catch {
    return false
  }
  const { day, time } = local
  const endsNextDay = ({ from, to }: { from: string; to: string }) => to <= from
  return (
    days[day].some((span) => span.from <= time && (endsNextDay(span) || time < span.to)) ||
    days[getPreviousDay(day)].some((span) => endsNextDay(span) && time < span.to)
  )
}
