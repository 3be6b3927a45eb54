import type { NotificationSettings } from '@meadow/contracts/browser'
import type { NOTIFICATION_TYPES } from '@meadow/contracts/limits'
import { SelectField, Switch } from '@meadow/ui'
import { useId } from 'react'
import settingsStyles from '../settings.module.css'
import { t } from '../texts.ts'
import styles from './notifications.module.css'

type Preference = NotificationSettings['preferences']['like']

const SENDER_OPTIONS = [
  { value: 'everyone', label: t('settings.fromEveryone') },
  { value: 'following', label: t('settings.fromFollowing') },
] as const

type TypePreferenceRowProps = {
  type: (typeof NOTIFICATION_TYPES)[number]
  preference: Preference
  onChange: (fields: Partial<Preference>) => void
}

/** Row of a type: in the app, by push, from whom. What is not shown in the app is not pushed either. */
export function TypePreferenceRow({ type, preference: { inApp, push, from }, onChange }: TypePreferenceRowProps) {
  const label = t(`settings.${type}`)
  return (
    <PreferenceRow label={label} hint={t(`settings.${type}Text`)}>
      <Switch
        hideLabel
        label={t('settings.typeInApp', { type: label })}
        checked={inApp}
        onChange={(isOn) => onChange({ inApp: isOn })}
      />
      <Switch
        hideLabel
        label={t('settings.typePush', { type: label })}
        checked={inApp && push}
        disabled={!inApp}
        onChange={(isOn) => onChange({ push: isOn })}
      />
      {inApp && (
        <div className={styles['from']}>
          <SelectField
            hideLabel
            label={t('settings.from', { type: label })}
            value={from}
            options={SENDER_OPTIONS}
            onChange={(chosen) => onChange({ from: chosen })}
          />
        </div>
      )}
    </PreferenceRow>
  )
}

type MessagePreferenceRowProps = {
  isPushed: boolean
  hidesText: boolean
  onPushChange: (isPushed: boolean) => void
  onHideTextChange: (hidesText: boolean) => void
}

/** Row of messages, which the app always shows in the inbox. */
export function MessagePreferenceRow(props: MessagePreferenceRowProps) {
  const { isPushed, hidesText, onPushChange, onHideTextChange } = props
  const label = t('settings.message')
  return (
    <PreferenceRow label={label} hint={t('settings.messageText')}>
      <span />
      <Switch hideLabel label={t('settings.typePush', { type: label })} checked={isPushed} onChange={onPushChange} />
      <div className={styles['wide']}>
        <Switch
          label={t('settings.hideText')}
          hint={t('settings.hideTextText')}
          checked={hidesText}
          onChange={onHideTextChange}
        />
      </div>
    </PreferenceRow>
  )
}

type PreferenceRowProps = { label: string; hint: string; children: React.ReactNode }

function PreferenceRow({ label, hint, children }: PreferenceRowProps) {
  const id = useId()
  return (
    <li className={styles['row']} aria-labelledby={id}>
      <div className={settingsStyles['labels']}>
        <h2 id={id}>{label}</h2>
        <p>{hint}</p>
      </div>
      {children}
    </li>
  )
}
