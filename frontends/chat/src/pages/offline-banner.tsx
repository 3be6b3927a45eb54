import { useSyncExternalStore } from 'react'
import { t } from '../texts.ts'
import styles from './chat.module.css'

/** Says that the device has no network. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  if (isOnline) return null
  return (
    <p className={styles['banner']} role="status">
      {t('chat.offline')}
    </p>
  )
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
