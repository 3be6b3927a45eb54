import { t } from '../../texts.ts'

/** Formats the greeting for an hour of the day (0 to 23). */
export function formatGreeting(hour: number, fullName: string | undefined): string {
  const name = fullName || t('home.friend')
  if (hour >= 5 && hour < 12) return t('home.morning', { name })
  return hour >= 12 && hour < 18 ? t('home.afternoon', { name }) : t('home.evening', { name })
}
