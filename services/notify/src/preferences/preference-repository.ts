import type { NotificationPreferences, NotificationPreferencesChange } from '@meadow/contracts'

/** Stores notification preferences. By default a member receives all notifications from everyone. */
export type PreferenceRepository = {
  find(memberId: string): Promise<NotificationPreferences>
  /** Changes some preferences. Missing fields remain unchanged. */
  change(memberId: string, change: NotificationPreferencesChange): Promise<void>
}
