import { Alert, Button, PasswordField } from '@meadow/ui'
import { t } from '../../texts.ts'
import styles from './settings.module.css'
import { useChangePassword } from './use-change-password.ts'

/** A new password for who knows the old one; whoever is signed in elsewhere is signed out. */
export function ChangePassword() {
  const { values, errors, failure, busy, change, props } = useChangePassword()
  return (
    <form {...props} className={styles['form']}>
      <div className={styles['words']}>
        <h2>{t('settings.password')}</h2>
        <p>{t('settings.passwordText')}</p>
      </div>
      {failure && <Alert>{failure}</Alert>}
      <PasswordField
        label={t('settings.current')}
        name="current"
        autoComplete="current-password"
        value={values.current}
        onChange={(current) => change({ current })}
        error={errors.current}
      />
      <PasswordField
        label={t('settings.next')}
        name="next"
        autoComplete="new-password"
        value={values.next}
        onChange={(next) => change({ next })}
        error={errors.next}
      />
      <PasswordField
        label={t('settings.confirm')}
        name="confirm"
        autoComplete="new-password"
        value={values.confirm}
        onChange={(confirm) => change({ confirm })}
        error={errors.confirm}
      />
      <div>
        <Button type="submit" busy={busy} busyLabel={t('settings.passwordBusy')}>
          {t('settings.passwordChange')}
        </Button>
      </div>
    </form>
  )
}
