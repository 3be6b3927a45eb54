/** Returns whether two times are on one day of the local calendar. */
export const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString()

/** Returns a day of the local calendar as the fields for dates have it: 2026-01-31. */
export const toDayText = (at: Date): string =>
  [String(at.getFullYear()).padStart(4, '0'), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** Returns whether a time is on the day before `now`, by the local calendar: a day may have 23 or 25 hours. */
export const isYesterday = (at: Date, now: Date): boolean =>
  isSameDay(at, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12))
