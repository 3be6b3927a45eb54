import { useCallback, useSyncExternalStore } from 'react'
import { chooseTheme, onThemeChange, readChoice, readTheme, type Theme, type ThemeChoice } from './theme-store.ts'

type Appearance = {
  theme: Theme
  /** What was chosen here: nothing is the system's. */
  choice: ThemeChoice
  choose: (choice: ThemeChoice) => void
  toggle: () => void
}

/** Light or dark: what the system prefers until somebody chooses, and that is kept. */
export function useTheme(): Appearance {
  const theme = useSyncExternalStore(onThemeChange, readTheme)
  const choice = useSyncExternalStore(onThemeChange, readChoice)
  const toggle = useCallback(() => chooseTheme(readTheme() === 'dark' ? 'light' : 'dark'), [])
  return { theme, choice, choose: chooseTheme, toggle }
}
