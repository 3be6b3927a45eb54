import { Alert } from '@meadow/ui'
import { api, useQuery } from '@meadow/web'
import { PlainLink } from '../auth-layout/auth-form.tsx'
import { t } from './texts.ts'

/** Returns how this installation sends mail; undefined while it is not known. */
export function useMailDelivery() {
  const { data } = useQuery({
    queryKey: ['mail-delivery'],
    queryFn: ({ signal }) => api('GET /auth/mail', { signal }),
    retry: false,
  })
  return data?.delivery
}

/** Says where the mails are of an installation that sends none. */
export function MailDeliveryNote() {
  const delivery = useMailDelivery()
  if (delivery === 'files') return <Alert tone="info">{t('email.files')}</Alert>
  if (delivery !== 'mailbox') return null
  return (
    <Alert tone="info">
      {t('email.mailbox')} <PlainLink href="/dev/mail">{t('email.mailboxLink')}</PlainLink>
    </Alert>
  )
}
