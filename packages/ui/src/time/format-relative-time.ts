const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Formats the time passed: 'now' in the first minute, then 5m, 3h, 2d. */
export function formatRelativeTime(date: Date, now: Date): string {
  const elapsedMs = now.getTime() - date.getTime()
  if (elapsedMs < MINUTE_MS) return 'now'
  if (elapsedMs < HOUR_MS) return `${Math.floor(elapsedMs / MINUTE_MS)}m`
  return elapsedMs < DAY_MS ? `${Math.floor(elapsedMs / HOUR_MS)}h` : `${Math.floor(elapsedMs / DAY_MS)}d`
}
