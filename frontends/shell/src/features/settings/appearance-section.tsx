import { isUndoSendOn, setUndoSend } from '@meadow/features/undo-send'
import { Switch } from '@meadow/ui'
import { areShortcutsEnabled, setShortcutsEnabled, type ThemeChoice, useTheme } from '@meadow/web'
import { useState } from 'react'
import styles from './settings.module.css'
import { t } from './texts.ts'

const THEME_OPTIONS: readonly { value: ThemeChoice; label: string; hint: string }[] = [
  { value: 'system', label: t('settings.themeSystem'), hint: t('settings.themeSystemText') },
  { value: 'light', label: t('settings.themeLight'), hint: t('settings.themeLightText') },
  { value: 'dark', label: t('settings.themeDark'), hint: t('settings.themeDarkText') },
]

/** Appearance section: theme, shortcuts and Undo send of this browser. */
export function AppearanceSection() {
  const { choice, setChoice } = useTheme()
  return (
    <>
      <div role="radiogroup" aria-label={t('settings.theme')}>
        {THEME_OPTIONS.map(({ value, label, hint }) => (
          <label key={value} className={styles['choice']}>
            <input type="radio" name="theme" checked={choice === value} onChange={() => setChoice(value)} />
            <span className={styles['labels']}>
              <strong>{label}</strong>
              <span>{hint}</span>
            </span>
          </label>
        ))}
      </div>
      <ShortcutsSwitch />
      <UndoSendSwitch />
    </>
  )
}

function ShortcutsSwitch() {
  const [isOn, setIsOn] = useState(areShortcutsEnabled)
  const change = (isEnabled: boolean) => {
    setShortcutsEnabled(isEnabled)
    setIsOn(isEnabled)
  }
  return (
    <div className={styles['preference']}>
      <Switch label={t('settings.shortcuts')} hint={t('settings.shortcutsText')} checked={isOn} onChange={change} />
    </div>
  )
}

function UndoSendSwitch() {
  const [isOn, setIsOn] = useState(isUndoSendOn)
  const change = (isEnabled: boolean) => {
    setUndoSend(isEnabled)
    setIsOn(isEnabled)
  }
  return (
    <div className={styles['preference']}>
      <Switch label={t('settings.undoSend')} hint={t('settings.undoSendText')} checked={isOn} onChange={change} />
    </div>
  )
}
