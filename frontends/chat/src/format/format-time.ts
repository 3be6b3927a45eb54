import { t } from '../texts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Formats a day: “Today”, “Yesterday”, or the date. */
export function formatDay(at: Date, now: Date): string {
  if (isSameDay(at, now)) return t('chat.today')
  if (isSameDay(at, new Date(now.getTime() - DAY_MS))) return t('chat.yesterday')
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return at.toLocaleDateString('en', { weekday: 'long', month: 'long', day: 'numeric', year })
}

export const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString()

/** Formats the time of day: 09:05. */
export const formatTimeOfDay = (at: Date): string =>
  at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
