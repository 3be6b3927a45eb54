import { useSyncExternalStore } from 'react'

const PHONE = '(max-width: 699px)'

/** Whether there is room for one column only. */
export function useIsNarrowScreen(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches)
}

function subscribe(listener: () => void): () => void {
  const phone = matchMedia(PHONE)
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}
