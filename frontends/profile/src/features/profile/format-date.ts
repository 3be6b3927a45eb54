const MONTH_FORMAT = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })
const DAY_FORMAT = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a month as `April 2026`. */
export const formatMonth = (time: string): string => MONTH_FORMAT.format(new Date(time))

/** Formats `1990-04-23` as `April 23, 1990`, in every time zone. */
export const formatDay = (day: string): string => DAY_FORMAT.format(new Date(`${day}T00:00:00Z`))
