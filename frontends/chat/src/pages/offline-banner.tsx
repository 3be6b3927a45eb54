import { useIsOnline } from '../data/use-is-online.ts'
import { t } from '../texts.ts'
import styles from './chat.module.css'

/** Says that the device has no network. */
export function OfflineBanner() {
  if (useIsOnline()) return null
  return (
    <p className={styles['banner']} role="status">
      {t('chat.offline')}
    </p>
  )
}
