import { useCallback, useSyncExternalStore } from 'react'
import { chooseTheme, onThemeChange, readTheme, type Theme } from './theme-store.ts'

/** Light or dark: what the system prefers until somebody toggles, and that is kept. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(onThemeChange, readTheme)
  const toggle = useCallback(() => chooseTheme(readTheme() === 'dark' ? 'light' : 'dark'), [])
  return { theme, toggle }
}
