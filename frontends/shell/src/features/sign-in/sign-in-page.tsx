import { Alert, Button, Checkbox, PasswordField, TextField } from '@meadow/ui'
import { useDocumentTitle, useLocation, useSession } from '@meadow/web'
import { AuthAlternative, AuthForm, AuthSmallPrint, TextLink } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { t } from '../../texts.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Sign in with e-mail or username and password. */
export function SignInPage() {
  useDocumentTitle(t('signIn.page'))
  const { state } = useLocation()
  const { isExpired: expired } = useSession()
  const { values, errors, failure, busy, change, props } = useSignIn()
  return (
    <AuthLayout
      seeds={{ light: 19, dark: 2 }}
      slogan={t('signIn.slogan')}
      title={t('signIn.title')}
      intro={t('signIn.intro')}
    >
      <AuthForm {...props}>
        {expired && !failure && <Alert tone="info">{t('signIn.expired')}</Alert>}
        {failure && <Alert>{failure}</Alert>}
        <TextField
          label={t('signIn.email')}
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={values.email}
          onChange={(email) => change({ email })}
          error={errors.email}
        />
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          value={values.password}
          onChange={(password) => change({ password })}
          error={errors.password}
        />
        <Checkbox
          label={t('signIn.remember')}
          checked={values.remember}
          onChange={(remember) => change({ remember })}
        />
        <Button type="submit" size="l" wide busy={busy} busyLabel={t('signIn.busy')}>
          {t('signIn.submit')}
        </Button>
      </AuthForm>
      <DemoAccounts />
      <AuthAlternative>
        {t('signIn.newHere')}{' '}
        <TextLink to="/signup" state={state}>
          {t('signIn.signUp')}
        </TextLink>
      </AuthAlternative>
      <AuthSmallPrint>
        <TextLink to="/terms">{t('legal.terms')}</TextLink> · <TextLink to="/privacy">{t('legal.privacy')}</TextLink>
      </AuthSmallPrint>
    </AuthLayout>
  )
}
