/** Formats a day (UTC, such as `2026-03-01`) in the language of the browser. */
export const formatDay = (day: string): string =>
  new Date(day).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' })
