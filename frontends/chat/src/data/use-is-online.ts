import { useSyncExternalStore } from 'react'

/** Returns false while the device has no network. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
