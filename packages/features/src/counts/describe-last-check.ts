import { t } from './counts-texts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns the text that says when the counts of a post were last checked. `checkedAt` is null if they never were. */
export function describeLastCheck(checkedAt: string | null, now: Date): string {
  if (checkedAt === null) return t('counts.unchecked')
  const elapsedMs = now.getTime() - Date.parse(checkedAt)
  if (elapsedMs < MINUTE_MS) return t('counts.checkedNow')
  if (elapsedMs < HOUR_MS) return t('counts.checkedMinutes', { count: Math.floor(elapsedMs / MINUTE_MS) })
  if (elapsedMs < DAY_MS) return t('counts.checkedHours', { count: Math.floor(elapsedMs / HOUR_MS) })
  return t('counts.checkedDays', { count: Math.floor(elapsedMs / DAY_MS) })
}
