import { Alert, Button, PasswordField } from '@meadow/ui'
import styles from './settings.module.css'
import { t } from './texts.ts'
import { useChangePassword } from './use-change-password.ts'

/** Form that changes the password. The server then ends all other sessions. */
export function ChangePassword() {
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useChangePassword()
  return (
    <form {...formProps} className={styles['form']}>
      <div className={styles['labels']}>
        <h2>{t('settings.password')}</h2>
        <p>{t('settings.passwordText')}</p>
      </div>
      {submitError && <Alert>{submitError}</Alert>}
      <PasswordField
        label={t('settings.current')}
        name="current"
        autoComplete="current-password"
        value={values.current}
        onChange={(current) => changeValues({ current })}
        error={errors.current}
      />
      <PasswordField
        label={t('settings.next')}
        name="next"
        autoComplete="new-password"
        value={values.next}
        onChange={(next) => changeValues({ next })}
        error={errors.next}
      />
      <PasswordField
        label={t('settings.confirm')}
        name="confirm"
        autoComplete="new-password"
        value={values.confirm}
        onChange={(confirm) => changeValues({ confirm })}
        error={errors.confirm}
      />
      <div>
        <Button type="submit" busy={isSubmitting} busyLabel={t('settings.passwordBusy')}>
          {t('settings.passwordChange')}
        </Button>
      </div>
    </form>
  )
}
