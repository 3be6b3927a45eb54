import { useEffect } from 'react'

/** Shows a count on the icon of the installed app. Removes it at sign-out, when the navigation goes. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    navigator.setAppBadge?.(count).catch(() => undefined) // not every system has badges; 0 removes it
  }, [count])
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), [])
}
