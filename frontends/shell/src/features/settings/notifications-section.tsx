import { SelectField, Switch } from '@meadow/ui'
import { t } from '../../texts.ts'
import { Loading, NotLoaded } from './not-yet.tsx'
import styles from './settings.module.css'
import { useChangePreference, usePreferences } from './use-preferences.ts'

const TYPES = ['like', 'comment', 'follow'] as const
const FROM = [
  { value: 'everyone', label: t('settings.fromEveryone') },
  { value: 'following', label: t('settings.fromFollowing') },
] as const

/** Of what the list of notifications tells, and of whom. */
export function NotificationsSection() {
  const { data, error, refetch } = usePreferences()
  const { mutate } = useChangePreference()
  if (error) return <NotLoaded onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <ul>
      {TYPES.map((type) => {
        const { inApp, from } = data.preferences[type]
        const label = t(`settings.${type}`)
        return (
          <li key={type} className={styles['preference']}>
            <Switch
              label={label}
              hint={t(`settings.${type}Text`)}
              checked={inApp}
              onChange={(isOn) => mutate({ type, to: { inApp: isOn } })}
            />
            {inApp && (
              <div className={styles['from']}>
                <SelectField
                  label={t('settings.from', { type: label })}
                  value={from}
                  options={FROM}
                  onChange={(chosen) => mutate({ type, to: { from: chosen } })}
                />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
