import { SelectField, Switch } from '@meadow/ui'
import { SectionLoadError, SectionSkeleton } from './section-status.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'
import { useNotificationPreferences, useUpdateNotificationPreference } from './use-notification-preferences.ts'

const NOTIFICATION_SETTING_TYPES = ['like', 'comment', 'follow'] as const
const SENDER_OPTIONS = [
  { value: 'everyone', label: t('settings.fromEveryone') },
  { value: 'following', label: t('settings.fromFollowing') },
] as const

/** Notifications section: on/off and sender filter for each type. */
export function NotificationsSection() {
  const { data, error, refetch } = useNotificationPreferences()
  const { mutate } = useUpdateNotificationPreference()
  if (error) return <SectionLoadError onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton />
  return (
    <ul>
      {NOTIFICATION_SETTING_TYPES.map((type) => {
        const { inApp, from } = data.preferences[type]
        const label = t(`settings.${type}`)
        return (
          <li key={type} className={styles['preference']}>
            <Switch
              label={label}
              hint={t(`settings.${type}Text`)}
              checked={inApp}
              onChange={(isOn) => mutate({ type, changes: { inApp: isOn } })}
            />
            {inApp && (
              <div className={styles['from']}>
                <SelectField
                  label={t('settings.from', { type: label })}
                  value={from}
                  options={SENDER_OPTIONS}
                  onChange={(chosen) => mutate({ type, changes: { from: chosen } })}
                />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
