import type { NotificationSettings } from '@meadow/contracts/browser'
import { INITIAL_SETTINGS } from '../notifications/initial-settings.ts'

/** Creates the settings of a member who has changed nothing. */
export const aNotificationSettings = (changes: Partial<NotificationSettings> = {}): NotificationSettings => ({
  ...INITIAL_SETTINGS,
  ...changes,
})
