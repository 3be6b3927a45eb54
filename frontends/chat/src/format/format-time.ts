import { t } from '../texts.ts'
import { isSameDay, isYesterday } from './calendar-day.ts'

/** Formats a day: “Today”, “Yesterday”, or the date. */
export function formatDay(at: Date, now: Date): string {
  if (isSameDay(at, now)) return t('chat.today')
  if (isYesterday(at, now)) return t('chat.yesterday')
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return at.toLocaleDateString('en', { weekday: 'long', month: 'long', day: 'numeric', year })
}

/** Formats the time of day: 09:05. */
export const formatTimeOfDay = (at: Date): string =>
  at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Formats a time that may be on another day: 09:05, or Fri, 4 Dec, 09:05. */
export const formatDayAndTime = (at: Date, now: Date): string =>
  isSameDay(at, now)
    ? formatTimeOfDay(at)
    : `${at.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })}, ${formatTimeOfDay(at)}`

/** Formats a month: March 2026. */
export const formatMonth = (at: Date): string => at.toLocaleDateString('en', { month: 'long', year: 'numeric' })
