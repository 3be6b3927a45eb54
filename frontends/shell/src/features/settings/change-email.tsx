import { trimText } from '@meadow/contracts/visible-text'
import { useForm } from '@meadow/features'
import { Alert, Button } from '@meadow/ui'
import { api, useSession, useSocketEvent, useToast } from '@meadow/web'
import { EmailField } from '../../account-fields/account-fields.tsx'
import { MailDeliveryNote } from '../../email/mail-delivery-note.tsx'
import { useReloadSessionUser } from '../../email/use-reload-session-user.ts'
import { validateEmail } from '../../email/validate-email.ts'
import { OwnProofField, useOwnProof } from './own-proof.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'

type EmailChangeValues = { email: string; own: string }

/** Form that asks for a change of the address. It happens when the links of the mails were used; until then it says so. */
export function ChangeEmail() {
  const { user } = useSession()
  const reload = useReloadSessionUser()
  const toast = useToast()
  const ownProof = useOwnProof()
  useSocketEvent('emailVerified', () => void reload())
  const form = useForm<EmailChangeValues>({
    initialValues: { email: '', own: '' },
    validate: ({ email, own }) => {
      const emailError = validateEmail(email)
      return { ...(emailError && { email: emailError }), ...(!own && { own: ownProof.requiredMessage }) }
    },
    submit: async ({ email, own }) => {
      await api('PUT /auth/email', { body: { email: trimText(email), ...(await ownProof.toOwnProof(own)) } })
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
      <OwnProofField own={ownProof} value={values.own} onChange={(own) => changeValues({ own })} error={errors.own} />
      <div>
        <Button type="submit" busy={isSubmitting} busyLabel={t('settings.emailBusy')}>
          {t('settings.emailSubmit')}
        </Button>
      </div>
    </form>
  )
}
