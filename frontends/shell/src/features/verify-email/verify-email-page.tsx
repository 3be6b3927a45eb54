import { Alert, Button } from '@meadow/ui'
import { ApiError, api, useDocumentTitle, useMutation, useSession } from '@meadow/web'
import { useState } from 'react'
import { AuthAlternative, TextLink } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { AuthOutcome } from '../../auth-layout/auth-outcome.tsx'
import { useLinkToken } from '../../auth-layout/use-link-token.ts'
import { SendVerificationMail } from '../../email/send-verification-mail.tsx'
import { useReloadSessionUser } from '../../email/use-reload-session-user.ts'
import { t } from './texts.ts'

/**
 * Page behind the link of a mail, for members who are signed in and for those who are not. To open it changes nothing, and it sends
 * nothing by itself: scanners of mail providers open links and run the scripts of their pages.
 */
export function VerifyEmailPage() {
  useDocumentTitle(t('verify.page'))
  const token = useLinkToken()
  const reload = useReloadSessionUser()
  const [outcome, setOutcome] = useState<'done' | 'before' | 'invalid' | undefined>(token ? undefined : 'invalid')
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => api('POST /auth/verify-email', { body: { token } }),
    async onSuccess() {
      await reload()
      setOutcome('done')
    },
    async onError(failure) {
      if (!isLinkInvalid(failure)) return
      setOutcome((await reload())?.emailVerified ? 'before' : 'invalid')
    },
  })
  if (outcome === 'invalid') return <InvalidLink />
  if (outcome)
    return (
      <AuthOutcome slogan={t('verify.slogan')} title={t('verify.doneTitle')} text={t(`verify.${outcome}`)}>
        <AuthAlternative>
          <TextLink to="/">{t('verify.continue')}</TextLink>
        </AuthAlternative>
      </AuthOutcome>
    )
  return (
    <AuthLayout slogan={t('verify.slogan')} title={t('verify.title')} intro={t('verify.intro')}>
      {error && !isLinkInvalid(error) && (
        <Alert>{error instanceof ApiError ? error.message : t('verify.failed')}</Alert>
      )}
      <Button size="l" wide busy={isPending} busyLabel={t('verify.busy')} onClick={() => mutate()}>
        {t('verify.submit')}
      </Button>
    </AuthLayout>
  )
}

const isLinkInvalid = (error: unknown) => error instanceof ApiError && error.code === 'link_invalid'

function InvalidLink() {
  const { user } = useSession()
  return (
    <AuthOutcome slogan={t('verify.slogan')} title={t('verify.invalidTitle')} text={t('verify.invalid')}>
      {user && !user.emailVerified && <SendVerificationMail />}
      <AuthAlternative>
        <TextLink to={user ? '/home' : '/settings/account'}>{t(user ? 'verify.continue' : 'verify.newLink')}</TextLink>
      </AuthAlternative>
    </AuthOutcome>
  )
}
