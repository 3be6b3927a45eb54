/** Returns whether two times are on one day of the local calendar. */
export const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString()

/** Returns whether a time is on the day before `now`, by the local calendar: a day may have 23 or 25 hours. */
export const isYesterday = (at: Date, now: Date): boolean =>
  isSameDay(at, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12))
