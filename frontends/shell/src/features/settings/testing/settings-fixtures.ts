import type { NotificationSettings } from '@meadow/contracts/browser'
import { toQuietHours } from '../notifications/quiet-hours.ts'

const everyone = { inApp: true, push: true, from: 'everyone' } as const

/** Creates the settings of a member who has changed nothing. */
export const aNotificationSettings = (changes: Partial<NotificationSettings> = {}): NotificationSettings => ({
  preferences: {
    like: everyone,
    comment: everyone,
    follow: everyone,
    mention: everyone,
    share: everyone,
    message: { push: true },
  },
  hidePushText: false,
  quietHours: toQuietHours(undefined, 'UTC'),
  ...changes,
})
