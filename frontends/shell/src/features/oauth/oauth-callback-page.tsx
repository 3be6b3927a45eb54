import { useDocumentTitle } from '@meadow/web'
import { AuthAlternative, TextLink } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { AuthOutcome } from '../../auth-layout/auth-outcome.tsx'
import { PROVIDER_NAMES } from '../../oauth/provider-names.ts'
import { CompleteSignUp } from './complete-sign-up.tsx'
import { LinkAccount } from './link-account.tsx'
import { t } from './texts.ts'
import { useOAuthCallback } from './use-oauth-callback.ts'

/**
 * Page to which a provider sends the browser back. It exchanges the one-time code, asks a new member for a name, and the owner of an
 * account with the same address for the password. A failure is shown for two seconds.
 */
export function OAuthCallbackPage() {
  useDocumentTitle(t('oauth.page'))
  const { code, next, outcome, error } = useOAuthCallback()
  const slogan = t('oauth.slogan')
  if (error)
    return (
      <AuthOutcome slogan={slogan} title={t('oauth.failedTitle')} text={error}>
        <BackToSignIn />
      </AuthOutcome>
    )
  if (outcome && 'registration' in outcome) {
    const provider = PROVIDER_NAMES[outcome.registration.provider] ?? outcome.registration.provider
    return (
      <AuthLayout slogan={slogan} title={t('oauth.newTitle')} intro={t('oauth.newIntro', { provider })}>
        <CompleteSignUp code={code} next={next} registration={outcome.registration} provider={provider} />
        <BackToSignIn />
      </AuthLayout>
    )
  }
  if (outcome && 'link' in outcome) {
    const { email, hasPassword, provider: id } = outcome.link
    const provider = PROVIDER_NAMES[id] ?? id
    const intro = t(hasPassword ? 'oauth.linkIntro' : 'oauth.linkWithoutPassword', { email, provider })
    return (
      <AuthLayout slogan={slogan} title={t('oauth.linkTitle')} intro={intro}>
        {hasPassword ? (
          <LinkAccount code={code} next={next} />
        ) : (
          <AuthAlternative>
            <TextLink to="/forgot-password">{t('oauth.setPassword')}</TextLink>
          </AuthAlternative>
        )}
        <BackToSignIn />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout slogan={slogan} title={t('oauth.finishing')}>
      <p role="status">{t('oauth.wait')}</p>
    </AuthLayout>
  )
}

const BackToSignIn = () => (
  <AuthAlternative>
    <TextLink to="/">{t('oauth.back')}</TextLink>
  </AuthAlternative>
)
