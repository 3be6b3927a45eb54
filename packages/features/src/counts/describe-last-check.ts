import { t } from './counts-texts.ts'

const MINUTE_MS = 60_000
/** The units in which a time is told, the longest first. */
const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const

/** Returns the text that says when the counts of a post were last checked. `checkedAt` is null if they never were. */
export function describeLastCheck(checkedAt: string | null, now: Date): string {
  if (checkedAt === null) return t('counts.unchecked')
  const elapsedMs = now.getTime() - Date.parse(checkedAt)
  const [unit, unitMs] = UNITS.find(([, ms]) => elapsedMs >= ms) ?? []
  if (!unit) return t('counts.checkedNow')
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang || 'en')
  return t('counts.checked', { time: format.format(-Math.floor(elapsedMs / unitMs), unit) })
}
