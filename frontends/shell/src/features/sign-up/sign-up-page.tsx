import { Alert, Button, Checkbox, PasswordField, TextField } from '@meadow/ui'
import { useDocumentTitle, useLocation } from '@meadow/web'
import { AuthAlternative, AuthForm, TextLink } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { t } from '../../texts.ts'
import { PasswordChecklist } from './password-checklist.tsx'
import styles from './sign-up.module.css'
import { useSignUp } from './use-sign-up.ts'

/** Create an account. */
export function SignUpPage() {
  useDocumentTitle(t('signUp.page'))
  const { state } = useLocation()
  const { values, errors, failure, busy, change, props } = useSignUp()
  return (
    <AuthLayout seeds={{ light: 12, dark: 20 }} slogan={t('signUp.slogan')} title={t('signUp.title')}>
      <AuthForm {...props}>
        {failure && <Alert>{failure}</Alert>}
        <TextField
          label={t('signUp.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={values.username}
          onChange={(username) => change({ username })}
          error={errors.username}
        />
        <TextField
          label={t('signUp.fullName')}
          name="name"
          autoComplete="name"
          value={values.fullName}
          onChange={(fullName) => change({ fullName })}
          error={errors.fullName}
        />
        <TextField
          label={t('signUp.email')}
          name="email"
          type="email"
          autoComplete="email"
          value={values.email}
          onChange={(email) => change({ email })}
          error={errors.email}
        />
        <div className={styles['password']}>
          <PasswordField
            label={t('signUp.password')}
            name="password"
            autoComplete="new-password"
            value={values.password}
            onChange={(password) => change({ password })}
            error={errors.password}
          />
          <PasswordChecklist password={values.password} />
        </div>
        <PasswordField
          label={t('signUp.confirm')}
          name="confirm"
          autoComplete="new-password"
          value={values.confirm}
          onChange={(confirm) => change({ confirm })}
          error={errors.confirm}
        />
        <Checkbox
          label={<Agreement />}
          checked={values.agreed}
          onChange={(agreed) => change({ agreed })}
          error={errors.agreed}
        />
        <Button type="submit" size="l" wide busy={busy} busyLabel={t('signUp.busy')}>
          {t('signUp.submit')}
        </Button>
      </AuthForm>
      <AuthAlternative>
        {t('signUp.alreadyHere')}{' '}
        <TextLink to="/" state={state}>
          {t('signUp.signIn')}
        </TextLink>
      </AuthAlternative>
    </AuthLayout>
  )
}

/** In a tab of their own: what was typed here stays. */
function Agreement() {
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
