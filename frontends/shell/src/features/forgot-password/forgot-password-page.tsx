import { trimText } from '@meadow/contracts/visible-text'
import { useForm } from '@meadow/features'
import { Alert, Button } from '@meadow/ui'
import { api, useDocumentTitle } from '@meadow/web'
import { useState } from 'react'
import { EmailField } from '../../account-fields/account-fields.tsx'
import { AuthAlternative, AuthForm, TextLink } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { AuthOutcome } from '../../auth-layout/auth-outcome.tsx'
import { MailDeliveryNote, useMailDelivery } from '../../email/mail-delivery-note.tsx'
import { validateEmail } from '../../email/validate-email.ts'
import { t } from './texts.ts'

/** Page that asks for the link to a new password. Its outcome is the same whether or not an account has the address. */
export function ForgotPasswordPage() {
  useDocumentTitle(t('forgot.page'))
  const [sentTo, setSentTo] = useState<string>()
  const delivery = useMailDelivery()
  const backToSignIn = (
    <AuthAlternative>
      <TextLink to="/">{t('forgot.signIn')}</TextLink>
    </AuthAlternative>
  )
  if (sentTo !== undefined)
    return (
      <AuthOutcome slogan={t('forgot.slogan')} title={t('forgot.sentTitle')} text={t('forgot.sent', { email: sentTo })}>
        <MailDeliveryNote />
        {delivery === 'smtp' && <p>{t('forgot.sentHint')}</p>}
        <Button variant="soft" size="l" wide onClick={() => setSentTo(undefined)}>
          {t('forgot.again')}
        </Button>
        {backToSignIn}
      </AuthOutcome>
    )
  return (
    <AuthLayout slogan={t('forgot.slogan')} title={t('forgot.title')} intro={t('forgot.intro')}>
      {delivery === 'off' ? <Alert tone="info">{t('forgot.off')}</Alert> : <ForgotForm onSent={setSentTo} />}
      {backToSignIn}
    </AuthLayout>
  )
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm({
    initialValues: { email: '' },
    validate: ({ email }) => {
      const error = validateEmail(email)
      return error ? { email: error } : {}
    },
    submit: async ({ email }) => {
      await api('POST /auth/forgot-password', { body: { email: trimText(email) } })
      onSent(trimText(email))
    },
    fallbackMessage: t('forgot.failed'),
  })
  return (
    <AuthForm {...formProps}>
      {submitError && <Alert>{submitError}</Alert>}
      <EmailField value={values.email} onChange={(email) => changeValues({ email })} error={errors.email} />
      <Button type="submit" size="l" wide busy={isSubmitting} busyLabel={t('forgot.busy')}>
        {t('forgot.submit')}
      </Button>
    </AuthForm>
  )
}
