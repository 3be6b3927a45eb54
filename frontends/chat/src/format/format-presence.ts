import type { Presence } from '@meadow/contracts/browser'
import { formatRelativeTime } from '@meadow/ui'
import { t } from '../texts.ts'

/** Formats the presence of a member. Returns '' if the member hides it. */
export function formatPresence({ isOnline, lastActive }: Presence, now: Date): string {
  if (isOnline) return t('presence.now')
  if (!lastActive) return ''
  const time = formatRelativeTime(new Date(lastActive), now)
  return time === 'now' ? t('presence.justNow') : t('presence.ago', { time })
}
