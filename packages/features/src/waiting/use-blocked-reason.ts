import { useLoadedOutbox, useOutboxStatus } from '@meadow/web'
import { useSyncExternalStore } from 'react'
import { t } from './texts.ts'

/**
 * Returns why nothing can be written now, in words: there is no connection, and the browser stores nothing. Loads the outbox,
 * which knows that: a field that is open may lose the connection at any time.
 */
export function useBlockedReason(): string | undefined {
  useLoadedOutbox()
  const { canStore } = useOutboxStatus()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine !== false)
  return canStore || isOnline ? undefined : t('waiting.blocked')
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
