import { useSyncExternalStore } from 'react'

/** How wide the window is, in pixels. */
export const useWidth = (): number => useSyncExternalStore(subscribe, () => window.innerWidth)

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
