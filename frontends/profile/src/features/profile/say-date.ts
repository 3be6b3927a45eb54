const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `April 2026` */
export const monthOf = (time: string): string => MONTH.format(new Date(time))

/** A day such as `1990-04-23`, the same wherever one is: `April 23, 1990`. */
export const sayDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))
