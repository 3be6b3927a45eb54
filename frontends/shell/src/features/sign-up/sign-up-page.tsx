import { Alert, Button, Checkbox, PasswordField, TextField } from '@meadow/ui'
import { useDocumentTitle, useLocation } from '@meadow/web'
import { AuthAlternative, AuthForm, TextLink } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { GuestActionNote } from '../../guest/guest-action-note.tsx'
import { OAuthButtons } from '../../oauth/oauth-buttons.tsx'
import styles from '../../password/password.module.css'
import { PasswordChecklist } from '../../password/password-checklist.tsx'
import { t } from './texts.ts'
import { useSignUp } from './use-sign-up.ts'

/** Sign-up page. */
export function SignUpPage() {
  useDocumentTitle(t('signUp.page'))
  const { state } = useLocation()
  const { values, errors, submitError, isSubmitting, changeValues, formProps, passwordRules } = useSignUp()
  return (
    <AuthLayout slogan={t('signUp.slogan')} title={t('signUp.title')}>
      <AuthForm {...formProps}>
        <GuestActionNote />
        {submitError && <Alert>{submitError}</Alert>}
        <TextField
          label={t('signUp.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={values.username}
          onChange={(username) => changeValues({ username })}
          error={errors.username}
        />
        <TextField
          label={t('signUp.fullName')}
          name="name"
          autoComplete="name"
          value={values.fullName}
          onChange={(fullName) => changeValues({ fullName })}
          error={errors.fullName}
        />
        <TextField
          label={t('signUp.email')}
          name="email"
          type="email"
          autoComplete="email"
          value={values.email}
          onChange={(email) => changeValues({ email })}
          error={errors.email}
        />
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
        <Checkbox
          label={<TermsAgreement />}
          checked={values.agreed}
          onChange={(agreed) => changeValues({ agreed })}
          error={errors.agreed}
        />
        <Button type="submit" size="l" wide busy={isSubmitting} busyLabel={t('signUp.busy')}>
          {t('signUp.submit')}
        </Button>
      </AuthForm>
      <OAuthButtons remember={false} />
      <AuthAlternative>
        {t('signUp.alreadyHere')}{' '}
        <TextLink to="/" state={state}>
          {t('signUp.signIn')}
        </TextLink>
      </AuthAlternative>
    </AuthLayout>
  )
}

/** Links open in a new tab, so that the form keeps its input. */
function TermsAgreement() {
  return (
    <>
      {t('signUp.agree')}{' '}
      <TextLink to="/terms" target="_blank">
        {t('legal.terms')}
      </TextLink>{' '}
      {t('signUp.and')}{' '}
      <TextLink to="/privacy" target="_blank">
        {t('legal.privacy')}
      </TextLink>{' '}
      {t('signUp.notice')}
    </>
  )
}
