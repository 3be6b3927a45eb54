import { trimText } from '@meadow/contracts/visible-text'
import { useForm } from '@meadow/features'
import { Alert, Button, PasswordField } from '@meadow/ui'
import { api, useSession, useSocketEvent, useToast } from '@meadow/web'
import { EmailField } from '../../account-fields/account-fields.tsx'
import { MailDeliveryNote } from '../../email/mail-delivery-note.tsx'
import { useReloadSessionUser } from '../../email/use-reload-session-user.ts'
import { validateEmail } from '../../email/validate-email.ts'
import styles from './settings.module.css'
import { t } from './texts.ts'

type EmailChangeValues = { email: string; password: string }

/** Form that asks for a change of the address. It happens when the links of the mails were used; until then it says so. */
export function ChangeEmail() {
  const { user } = useSession()
  const reload = useReloadSessionUser()
  const toast = useToast()
  useSocketEvent('emailVerified', () => void reload())
  const form = useForm<EmailChangeValues>({
    initialValues: { email: '', password: '' },
    validate: ({ email, password }) => {
      const emailError = validateEmail(email)
      return { ...(emailError && { email: emailError }), ...(!password && { password: t('settings.currentRequired') }) }
    },
    submit: async ({ email, password }) => {
      await api('PUT /auth/email', { body: { email: trimText(email), password } })
      await reload()
      form.reset()
      toast({ tone: 'success', title: t('settings.emailAsked'), text: t('settings.emailAskedText') })
    },
    fallbackMessage: t('settings.emailFailed'),
    onFailure: () => undefined,
  })
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = form
  return (
    <form {...formProps} className={styles['form']}>
      <div className={styles['labels']}>
        <h2>{t('settings.emailChange')}</h2>
        <p>{t('settings.emailChangeText')}</p>
      </div>
      {user?.pendingEmail && (
        <>
          <Alert tone="info">
            {t(user.emailVerified ? 'settings.emailPendingBoth' : 'settings.emailPending', {
              email: user.pendingEmail,
            })}
          </Alert>
          <MailDeliveryNote />
        </>
      )}
      {submitError && <Alert>{submitError}</Alert>}
      <EmailField
        label={t('settings.emailNew')}
        value={values.email}
        onChange={(email) => changeValues({ email })}
        error={errors.email}
      />
      <PasswordField
        label={t('settings.emailPassword')}
        name="password"
        autoComplete="current-password"
        value={values.password}
        onChange={(password) => changeValues({ password })}
        error={errors.password}
      />
      <div>
        <Button type="submit" busy={isSubmitting} busyLabel={t('settings.emailBusy')}>
          {t('settings.emailSubmit')}
        </Button>
      </div>
    </form>
  )
}
