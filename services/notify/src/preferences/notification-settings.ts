import { NOTIFICATION_TYPES, type NotificationPreferences, type NotificationSettings } from '@meadow/contracts'
import { WEEKDAYS } from '@meadow/contracts/limits'

/** The types of preferences as they are stored. */
export const PREFERENCE_TYPES = [...NOTIFICATION_TYPES, 'message'] as const

const createDefaultPreferences = () =>
  ({
    ...Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, { inApp: true, push: true, from: 'everyone' }])),
    message: { push: true },
  }) as NotificationPreferences

const createNoQuietTimes = () =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, []])) as unknown as NotificationSettings['quietHours']['days']

/** Creates the settings of a member who has changed nothing. */
export const createDefaultSettings = (): NotificationSettings => ({
  preferences: createDefaultPreferences(),
  hidePushText: false,
  quietHours: { zone: 'UTC', days: createNoQuietTimes() },
})
