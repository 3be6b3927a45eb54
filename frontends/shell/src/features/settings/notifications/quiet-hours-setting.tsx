import type { QuietHours } from '@meadow/contracts/browser'
import { Button, Switch, TextField } from '@meadow/ui'
import { useState } from 'react'
import settingsStyles from '../settings.module.css'
import { t } from '../texts.ts'
import styles from './notifications.module.css'
import { DEFAULT_QUIET_TIME, findQuietTime, hasSameTimeDaily, type QuietTime, toQuietHours } from './quiet-hours.ts'

type QuietHoursSettingProps = { quietHours: QuietHours; onChange: (changed: Partial<QuietHours>) => void }

/** The time without pushes: one from-to for every day, in the member's own time zone. */
export function QuietHoursSetting({ quietHours, onChange }: QuietHoursSettingProps) {
  const time = findQuietTime(quietHours)
  const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className={settingsStyles['preference']}>
      <Switch
        label={t('settings.quietHours')}
        hint={t('settings.quietHoursText')}
        checked={time !== undefined}
        onChange={(isOn) => onChange(toQuietHours(isOn ? DEFAULT_QUIET_TIME : undefined, deviceZone))}
      />
      {time && (
        <>
          {!hasSameTimeDaily(quietHours) && <p className={styles['note']}>{t('settings.quietHoursDiffer')}</p>}
          <QuietTimeFields time={time} onChange={(changed) => onChange(toQuietHours(changed, quietHours.zone))} />
          <p className={styles['note']}>{t('settings.quietZone', { zone: toZoneName(quietHours.zone) })}</p>
          {quietHours.zone !== deviceZone && (
            <div>
              <Button variant="line" size="s" onClick={() => onChange({ zone: deviceZone })}>
                {t('settings.useDeviceZone', { zone: toZoneName(deviceZone) })}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}

type QuietTimeFieldsProps = { time: QuietTime; onChange: (time: QuietTime) => void }

/** The two times. A field that is being typed in is empty until it has a whole time, and changes nothing. */
function QuietTimeFields({ time, onChange }: QuietTimeFieldsProps) {
  const [typed, setTyped] = useState(time)
  const [lastTime, setLastTime] = useState(time)
  if (lastTime.from !== time.from || lastTime.to !== time.to) {
    setLastTime(time) // changed elsewhere, or rolled back
    setTyped(time)
  }
  const handleChange = (changed: QuietTime) => {
    setTyped(changed)
    if (isWholeTime(changed)) onChange(changed)
  }
  const isSame = typed.from === typed.to
  return (
    <div className={styles['times']}>
      <TextField
        type="time"
        required
        label={t('settings.quietFrom')}
        value={typed.from}
        onChange={(from) => handleChange({ ...typed, from })}
      />
      <TextField
        type="time"
        required
        label={t('settings.quietTo')}
        value={typed.to}
        error={isSame ? t('settings.quietSame') : undefined}
        onChange={(to) => handleChange({ ...typed, to })}
      />
    </div>
  )
}

const isWholeTime = ({ from, to }: QuietTime): boolean => from !== '' && to !== '' && from !== to

const toZoneName = (zone: string): string => zone.replaceAll('_', ' ')
