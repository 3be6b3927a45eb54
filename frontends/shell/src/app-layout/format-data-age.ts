import { t } from '../texts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Says how old data is. A negative age, from a clock that was changed, counts as none. */
export function formatDataAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) return t('offline.updatedNow')
  if (ageMs < HOUR_MS) return t('offline.updatedMinutes', { count: Math.floor(ageMs / MINUTE_MS) })
  if (ageMs < DAY_MS) return t('offline.updatedHours', { count: Math.floor(ageMs / HOUR_MS) })
  return t('offline.updatedDays', { count: Math.floor(ageMs / DAY_MS) })
}
