import { useSyncExternalStore } from 'react'

const NARROW_SCREEN_QUERY = '(max-width: 699px)'

/** Returns true if the screen has room for one column only. */
export function useIsNarrowScreen(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW_SCREEN_QUERY).matches)
}

function subscribe(listener: () => void): () => void {
  const phone = matchMedia(NARROW_SCREEN_QUERY)
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}
