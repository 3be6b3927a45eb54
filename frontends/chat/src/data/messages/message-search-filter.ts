import type { MessageContent } from '@meadow/contracts/parse-search'

/** The conditions of a search in one conversation, as the member sets them. Texts and days may be empty. */
export type MessageSearchFilter = {
  text: string
  /** The id of the sender. */
  from: string
  has: MessageContent | ''
  /** Days of the local calendar, such as `2026-01-31`, both included. */
  firstDay: string
  lastDay: string
}

export const NO_SEARCH_FILTER: MessageSearchFilter = { text: '', from: '', has: '', firstDay: '', lastDay: '' }

/** Converts a filter to the query of a search. Returns undefined if it asks for nothing. Days in the wrong order are exchanged. */
export function toSearchQuery({ text, from, has, firstDay, lastDay }: MessageSearchFilter) {
  const isReversed = firstDay !== '' && lastDay !== '' && firstDay > lastDay
  const [first, last] = isReversed ? [lastDay, firstDay] : [firstDay, lastDay]
  const [start, end] = [getStartOfDay(first), getStartOfDay(last, 1)]
  const words = text.trim()
  const query = {
    ...(words && { q: words }),
    ...(from && { from }),
    ...(has && { has }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end: end - 1 }),
  }
  return Object.keys(query).length > 0 ? query : undefined
}

/**
 * Returns when a day of the local calendar begins, or the one `daysLater`, in epoch milliseconds, from 1970 to the year 9999. Returns
 * undefined if it is not a day.
 */
export function getStartOfDay(day: string, daysLater = 0): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (!year || !month || !date) return undefined
  const time = new Date(Number(year), Number(month) - 1, Number(date) + daysLater).getTime()
  return Math.max(1, Math.min(time, Date.UTC(10_000) - 1))
}
