import type { NotificationSettings, NotificationSettingsChange } from '@meadow/contracts'

/** Stores notification settings. By default a member receives everything from everyone, in the app and as a push. */
export type PreferenceRepository = {
  find(memberId: string): Promise<NotificationSettings>
  /** Changes some settings. Missing fields remain unchanged. */
  change(memberId: string, change: NotificationSettingsChange): Promise<void>
}
