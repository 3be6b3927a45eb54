import { IconButton } from '@meadow/ui'
import { useSession, useSocketEvent } from '@meadow/web'
import { X } from 'lucide-react'
import styles from './email-notice.module.css'
import { SendVerificationMail } from './send-verification-mail.tsx'
import { t } from './texts.ts'

/** Notice for a member whose address is not confirmed. It goes as soon as that happens on any device, also where it is not shown. */
export function EmailNotice({ isShown, onHide }: { isShown: boolean; onHide: () => void }) {
  const { setUser } = useSession()
  useSocketEvent('emailVerified', () => setUser((member) => ({ ...member, emailVerified: true })))
  if (!isShown) return null
  return (
    <section className={styles['notice']} aria-label={t('email.notice')}>
      <p>{t('email.notice')}</p>
      <SendVerificationMail />
      <IconButton label={t('email.hide')} icon={<X aria-hidden="true" />} onClick={onHide} />
    </section>
  )
}
