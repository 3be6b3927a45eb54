import { type FormErrors, useForm } from '@meadow/features'
import { Alert, Button, PasswordField } from '@meadow/ui'
import { ApiError, api, useDocumentTitle } from '@meadow/web'
import { useState } from 'react'
import { AuthAlternative, AuthForm, TextLink } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { AuthOutcome } from '../../auth-layout/auth-outcome.tsx'
import { useLinkToken } from '../../auth-layout/use-link-token.ts'
import styles from '../../password/password.module.css'
import { PasswordChecklist } from '../../password/password-checklist.tsx'
import { listPasswordRules, validateNewPassword } from '../../password/password-rules.ts'
import { useCommonPasswords } from '../../password/use-common-passwords.ts'
import { validatePasswordConfirmation } from '../../password/validate-password.ts'
import { t } from './texts.ts'

type ResetValues = { password: string; confirm: string }

/** The page does not know whose link it is: the server also compares the password with the name and the address of the member. */
const UNKNOWN_OWNER = { username: '', fullName: '', email: '' }

/** Page behind the link of a mail. To open it changes nothing; the form sends the token. */
export function ResetPasswordPage() {
  useDocumentTitle(t('reset.page'))
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<'done' | 'invalid' | undefined>(token ? undefined : 'invalid')
  if (outcome === 'done')
    return (
      <AuthOutcome slogan={t('reset.slogan')} title={t('reset.doneTitle')} text={t('reset.done')}>
        <AuthAlternative>
          <TextLink to="/">{t('reset.signIn')}</TextLink>
        </AuthAlternative>
      </AuthOutcome>
    )
  if (outcome === 'invalid')
    return (
      <AuthOutcome slogan={t('reset.slogan')} title={t('reset.invalidTitle')} text={t('reset.invalid')}>
        <AuthAlternative>
          <TextLink to="/forgot-password">{t('reset.newLink')}</TextLink>
        </AuthAlternative>
      </AuthOutcome>
    )
  return (
    <AuthLayout slogan={t('reset.slogan')} title={t('reset.title')} intro={t('reset.intro')}>
      <ResetForm token={token} onEnd={setOutcome} />
    </AuthLayout>
  )
}

function ResetForm({ token, onEnd }: { token: string; onEnd: (outcome: 'done' | 'invalid') => void }) {
  const [isTyped, setIsTyped] = useState(false)
  const common = useCommonPasswords(isTyped)
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm<ResetValues>({
    initialValues: { password: '', confirm: '' },
    validate: ({ password, confirm }) => {
      const found = {
        password: validateNewPassword(password, UNKNOWN_OWNER, common),
        confirm: validatePasswordConfirmation(confirm, password),
      }
      return Object.fromEntries(Object.entries(found).filter(([, error]) => error)) as FormErrors<ResetValues>
    },
    submit: async ({ password }) => {
      try {
        await api('POST /auth/reset-password', { body: { token, password } })
        onEnd('done')
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'link_invalid')) throw error
        onEnd('invalid')
      }
    },
    fallbackMessage: t('reset.failed'),
  })
  return (
    <AuthForm {...formProps}>
      {submitError && <Alert>{submitError}</Alert>}
      <div className={styles['password']}>
        <PasswordField
          label={t('reset.password')}
          name="password"
          autoComplete="new-password"
          value={values.password}
          onChange={(password) => {
            setIsTyped(true)
            changeValues({ password })
          }}
          error={errors.password}
        />
        <PasswordChecklist rules={listPasswordRules(values.password, UNKNOWN_OWNER, common)} />
      </div>
      <PasswordField
        label={t('reset.confirm')}
        name="confirm"
        autoComplete="new-password"
        value={values.confirm}
        onChange={(confirm) => changeValues({ confirm })}
        error={errors.confirm}
      />
      <Button type="submit" size="l" wide busy={isSubmitting} busyLabel={t('reset.busy')}>
        {t('reset.submit')}
      </Button>
    </AuthForm>
  )
}
