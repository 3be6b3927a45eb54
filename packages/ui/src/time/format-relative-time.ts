const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago in the shortest words: 'now' in the first minute, then 5m, 3h, 2d. */
export function formatRelativeTime(date: Date, now: Date): string {
  const passed = now.getTime() - date.getTime()
  if (passed < MINUTE) return 'now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)}m`
  return passed < DAY ? `${Math.floor(passed / HOUR)}h` : `${Math.floor(passed / DAY)}d`
}
