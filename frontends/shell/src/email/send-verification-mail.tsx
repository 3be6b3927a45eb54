import { Alert, Button } from '@meadow/ui'
import { ApiError, api, useMutation, useSession } from '@meadow/web'
import { MailDeliveryNote } from './mail-delivery-note.tsx'
import { t } from './texts.ts'
import { useReloadSessionUser } from './use-reload-session-user.ts'

/** Button that mails the member the link by which they prove their address. What came of it takes its place. */
export function SendVerificationMail() {
  const { user } = useSession()
  const reload = useReloadSessionUser()
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => api('POST /auth/verify-email/resend'),
    onSuccess: ({ isSent }) => (isSent ? undefined : reload()), // the address may have been proved on another device
  })
  return (
    <div aria-live="polite">
      {data ? (
        <>
          <p>{t(data.isSent ? 'email.sent' : 'email.sentBefore', { email: user?.email ?? '' })}</p>
          <MailDeliveryNote />
        </>
      ) : (
        <Button size="s" variant="soft" busy={isPending} busyLabel={t('email.sending')} onClick={() => mutate()}>
          {t('email.send')}
        </Button>
      )}
      {error && <Alert>{error instanceof ApiError ? error.message : t('email.sendFailed')}</Alert>}
    </div>
  )
}
