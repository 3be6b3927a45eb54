import { t } from './texts.ts'

/** Returns the end of a mute in words. */
export const formatUntil = (until: string): string =>
  t('mutedWords.until', {
    time: new Date(until).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  })
