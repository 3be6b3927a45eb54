import { IconButton } from '@meadow/ui'
import { tabStorage, useSession } from '@meadow/web'
import { X } from 'lucide-react'
import { useState } from 'react'
import styles from './email-notice.module.css'
import { SendVerificationMail } from './send-verification-mail.tsx'
import { t } from './texts.ts'

/**
 * Notice for a member whose address is not confirmed, until they hide it in this tab. Its place is kept before this is loaded, and
 * vanishes with the hidden element.
 */
export function EmailNotice() {
  const { user } = useSession()
  const [isHidden, setIsHidden] = useState(false)
  if (isHidden) return <span hidden />
  const hide = () => {
    tabStorage.write(`member:${user?._id ?? ''}:email-notice`, 'hidden')
    setIsHidden(true)
  }
  return (
    <section className={styles['notice']} aria-label={t('email.notice')}>
      <p>{t('email.notice')}</p>
      <SendVerificationMail />
      <IconButton label={t('email.hide')} icon={<X aria-hidden="true" />} onClick={hide} />
    </section>
  )
}
