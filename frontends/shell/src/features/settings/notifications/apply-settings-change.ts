import type { Calls, NotificationSettings, QuietHours } from '@meadow/contracts/browser'
import type { ApiResponse } from '@meadow/web'

export type NotificationSettingsResponse = ApiResponse<'GET /posts/notifications/preferences'>

/** Any part of the settings. */
export type NotificationSettingsChange = Calls['PUT /posts/notifications/preferences']['body']

type Preferences = NotificationSettings['preferences']

/** Applies a change as the service does: what it does not name stays. */
export function applySettingsChange(
  settings: NotificationSettings,
  { preferences = {}, hidePushText, quietHours }: NotificationSettingsChange,
): NotificationSettings {
  const changedTypes = Object.entries(preferences).map(([type, fields]) => [
    type,
    { ...settings.preferences[type as keyof Preferences], ...fields },
  ])
  return {
    preferences: { ...settings.preferences, ...Object.fromEntries(changedTypes) },
    hidePushText: hidePushText ?? settings.hidePushText,
    quietHours: {
      zone: quietHours?.zone ?? settings.quietHours.zone,
      days: { ...settings.quietHours.days, ...quietHours?.days } as QuietHours['days'],
    },
  }
}
