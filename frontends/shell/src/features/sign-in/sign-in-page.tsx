import { Alert, Button, Checkbox, PasswordField, TextField } from '@meadow/ui'
import { useLocation, useSession, useTitle } from '@meadow/web'
import { t } from '../../texts.ts'
import { Welcome } from '../../welcome/welcome.tsx'
import { TextLink, WelcomeAside, WelcomeForm, WelcomeSmall } from '../../welcome/welcome-form.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Sign in with e-mail or username and password. */
export function SignInPage() {
  useTitle(t('signIn.page'))
  const { state } = useLocation()
  const { expired } = useSession()
  const { values, errors, failure, busy, change, props } = useSignIn()
  return (
    <Welcome
      seeds={{ light: 19, dark: 2 }}
      slogan={t('signIn.slogan')}
      title={t('signIn.title')}
      intro={t('signIn.intro')}
    >
      <WelcomeForm {...props}>
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
      </WelcomeForm>
      <DemoAccounts />
      <WelcomeAside>
        {t('signIn.newHere')}{' '}
        <TextLink to="/signup" state={state}>
          {t('signIn.signUp')}
        </TextLink>
      </WelcomeAside>
      <WelcomeSmall>
        <TextLink to="/terms">{t('legal.terms')}</TextLink> · <TextLink to="/privacy">{t('legal.privacy')}</TextLink>
      </WelcomeSmall>
    </Welcome>
  )
}
