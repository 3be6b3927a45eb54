import { Alert, Button, Checkbox, PasswordField, TextField } from '@meadow/ui'
import { LazyComponent, rememberLoaded, useDocumentTitle, useLocation, useSession } from '@meadow/web'
import { AuthAlternative, AuthForm, AuthRow, AuthSmallPrint, TextLink } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { GuestActionNote } from '../../guest/guest-action-note.tsx'
import { PageLoadError } from '../../lazy-page/page-load-error.tsx'
import { OAuthButtons } from '../../oauth/oauth-buttons.tsx'
import { PasskeySignIn } from '../../passkeys/passkey-sign-in.tsx'
import { readRedirectPath } from '../../read-redirect-path.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { GuestLink } from './guest-link.tsx'
import { t } from './texts.ts'
import { useSignIn } from './use-sign-in.ts'

const loadContinuation = rememberLoaded(async () => ({
  default: (await import('./continue-sign-in.tsx')).ContinueSignIn,
}))

/** Sign-in page. */
export function SignInPage() {
  useDocumentTitle(t('signIn.page'))
  const { state } = useLocation()
  const { isExpired } = useSession()
  const { values, errors, submitError, isSubmitting, changeValues, formProps, continuation, changeContinuation } =
    useSignIn()
  if (continuation)
    return (
      <LazyComponent
        load={loadContinuation}
        props={{ continuation, onChange: changeContinuation }}
        fallback={null}
        renderError={(retry) => <PageLoadError name={t('signIn.page')} onRetry={retry} />}
      />
    )
  return (
    <AuthLayout slogan={t('signIn.slogan')} title={t('signIn.title')} intro={t('signIn.intro')}>
      <AuthForm {...formProps}>
        {isExpired && !submitError && <Alert tone="info">{t('signIn.sessionExpired')}</Alert>}
        <GuestActionNote />
        {submitError && <Alert>{submitError}</Alert>}
        <TextField
          label={t('signIn.email')}
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={values.email}
          onChange={(email) => changeValues({ email })}
          error={errors.email}
        />
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          value={values.password}
          onChange={(password) => changeValues({ password })}
          error={errors.password}
        />
        <AuthRow>
          <Checkbox
            label={t('signIn.remember')}
            checked={values.remember}
            onChange={(remember) => changeValues({ remember })}
          />
          <TextLink to="/forgot-password">{t('signIn.forgot')}</TextLink>
        </AuthRow>
        <Button type="submit" size="l" wide busy={isSubmitting} busyLabel={t('signIn.busy')}>
          {t('signIn.submit')}
        </Button>
      </AuthForm>
      <PasskeySignIn
        remember={values.remember}
        next={readRedirectPath(state, undefined)}
        onContinue={changeContinuation}
      />
      <OAuthButtons remember={values.remember} />
      <DemoAccounts />
      <AuthAlternative>
        {t('signIn.newHere')}{' '}
        <TextLink to="/signup" state={state}>
          {t('signIn.signUp')}
        </TextLink>
      </AuthAlternative>
      <GuestLink />
      <AuthSmallPrint>
        <TextLink to="/terms">{t('legal.terms')}</TextLink> · <TextLink to="/privacy">{t('legal.privacy')}</TextLink>
      </AuthSmallPrint>
    </AuthLayout>
  )
}
