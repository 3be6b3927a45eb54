import type { NotificationPreferences, NotificationPreferencesChange } from '@meadow/contracts'

/** What members want to be told of. Without a word of theirs: everything, by everyone. */
export type PreferenceRepository = {
  find(memberId: string): Promise<NotificationPreferences>
  /** What is not named stays. */
  change(memberId: string, change: NotificationPreferencesChange): Promise<void>
}
