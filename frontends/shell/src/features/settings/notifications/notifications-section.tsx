import type { NotificationSettings } from '@meadow/contracts/browser'
import { NOTIFICATION_TYPES } from '@meadow/contracts/limits'
import { SectionLoadError } from '../section-status.tsx'
import { t } from '../texts.ts'
import type { NotificationSettingsChange } from './apply-settings-change.ts'
import { INITIAL_SETTINGS } from './initial-settings.ts'
import styles from './notifications.module.css'
import { MessagePreferenceRow, TypePreferenceRow } from './preference-rows.tsx'
import { QuietHoursSetting } from './quiet-hours-setting.tsx'
import { useChangeNotificationSettings, useNotificationSettings } from './use-notification-settings.ts'

/** Notifications section: what is shown in the app and pushed, from whom, and when not. */
export function NotificationsSection() {
  const { data, error, refetch } = useNotificationSettings()
  const change = useChangeNotificationSettings()
  if (error && !data) return <SectionLoadError onRetry={() => void refetch()} />
  if (data) return <NotificationRows settings={data} onChange={change} />
  return (
    <div className={styles['loading']} aria-hidden="true" inert>
      <NotificationRows settings={INITIAL_SETTINGS} onChange={ignore} />
    </div>
  )
}

type NotificationRowsProps = { settings: NotificationSettings; onChange: (change: NotificationSettingsChange) => void }

/** The rows of all settings. While they load, rows with hidden controls take their space. */
function NotificationRows({ settings, onChange: change }: NotificationRowsProps) {
  const { preferences, hidePushText, quietHours } = settings
  return (
    <>
      <div className={styles['columns']} aria-hidden="true">
        <span>{t('settings.inApp')}</span>
        <span>{t('settings.push')}</span>
      </div>
      <ul>
        {NOTIFICATION_TYPES.map((type) => (
          <TypePreferenceRow
            key={type}
            type={type}
            preference={preferences[type]}
            onChange={(fields) => change({ preferences: { [type]: fields } })}
          />
        ))}
        <MessagePreferenceRow
          isPushed={preferences.message.push}
          hidesText={hidePushText}
          onPushChange={(push) => change({ preferences: { message: { push } } })}
          onHideTextChange={(isHidden) => change({ hidePushText: isHidden })}
        />
      </ul>
      <QuietHoursSetting quietHours={quietHours} onChange={(changed) => change({ quietHours: changed })} />
    </>
  )
}

const ignore = () => undefined
