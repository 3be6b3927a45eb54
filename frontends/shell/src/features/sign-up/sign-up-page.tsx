import { Alert, Button, PasswordField, Spinner } from '@meadow/ui'
import { useDocumentTitle, useLocation } from '@meadow/web'
import { AgreementField, EmailField, FullNameField, UsernameField } from '../../account-fields/account-fields.tsx'
import { AuthAlternative, AuthForm, TextLink } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { GuestActionNote } from '../../guest/guest-action-note.tsx'
import { type Admission, useAdmission } from '../../invite/use-admission.ts'
import { OAuthButtons } from '../../oauth/oauth-buttons.tsx'
import styles from '../../password/password.module.css'
import { PasswordChecklist } from '../../password/password-checklist.tsx'
import { t } from './texts.ts'
import { useSignUp } from './use-sign-up.ts'

/** Says why a person cannot sign up here and now. */
const REFUSALS: Partial<Record<Admission, string>> = {
  closed: t('signUp.closed'),
  'no invite': t('signUp.inviteRequired'),
  'invalid invite': t('signUp.inviteInvalid'),
}

/** Sign-up page. Where a person cannot sign up, it says so in place of the form. */
export function SignUpPage() {
  useDocumentTitle(t('signUp.page'))
  const { state } = useLocation()
  const admission = useAdmission()
  if (admission === 'unknown')
    return (
      <main>
        <Spinner label={t('signUp.loading')} />
      </main>
    )
  const refusal = REFUSALS[admission]
  return (
    <AuthLayout slogan={t('signUp.slogan')} title={t('signUp.title')}>
      {refusal ? (
        <Alert tone="info">{refusal}</Alert>
      ) : (
        <>
          {admission === 'invited' && <Alert tone="success">{t('signUp.invited')}</Alert>}
          {admission === 'admin only' && <Alert tone="info">{t('signUp.adminOnly')}</Alert>}
          <SignUpForm />
          <OAuthButtons remember={false} />
        </>
      )}
      <AuthAlternative>
        {t('signUp.alreadyHere')}{' '}
        <TextLink to="/" state={state}>
          {t('signUp.signIn')}
        </TextLink>
      </AuthAlternative>
    </AuthLayout>
  )
}

function SignUpForm() {
  const { values, errors, submitError, isSubmitting, changeValues, formProps, passwordRules } = useSignUp()
  return (
    <AuthForm {...formProps}>
      <GuestActionNote />
      {submitError && <Alert>{submitError}</Alert>}
      <UsernameField
        value={values.username}
        onChange={(username) => changeValues({ username })}
        error={errors.username}
      />
      <FullNameField
        value={values.fullName}
        onChange={(fullName) => changeValues({ fullName })}
        error={errors.fullName}
      />
      <EmailField value={values.email} onChange={(email) => changeValues({ email })} error={errors.email} />
      <div className={styles['password']}>
        <PasswordField
          label={t('signUp.password')}
          name="password"
          autoComplete="new-password"
          value={values.password}
          onChange={(password) => changeValues({ password })}
          error={errors.password}
        />
        <PasswordChecklist rules={passwordRules} />
      </div>
      <PasswordField
        label={t('signUp.confirm')}
        name="confirm"
        autoComplete="new-password"
        value={values.confirm}
        onChange={(confirm) => changeValues({ confirm })}
        error={errors.confirm}
      />
      <AgreementField checked={values.agreed} onChange={(agreed) => changeValues({ agreed })} error={errors.agreed} />
      <Button type="submit" size="l" wide busy={isSubmitting} busyLabel={t('signUp.busy')}>
        {t('signUp.submit')}
      </Button>
    </AuthForm>
  )
}
