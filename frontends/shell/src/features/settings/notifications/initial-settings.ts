import type { NotificationSettings } from '@meadow/contracts/browser'
import { toQuietHours } from './quiet-hours.ts'

const everyone = { inApp: true, push: true, from: 'everyone' } as const

/** The settings of a member who has changed nothing. */
export const INITIAL_SETTINGS: NotificationSettings = {
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
}
