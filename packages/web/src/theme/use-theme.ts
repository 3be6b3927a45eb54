import { useCallback, useSyncExternalStore } from 'react'
import { chooseTheme, onThemeChange, readTheme, readThemeChoice, type Theme, type ThemeChoice } from './theme-store.ts'

type ThemeState = {
  theme: Theme
  /** What was chosen here: nothing is the system's. */
  choice: ThemeChoice
  setChoice: (choice: ThemeChoice) => void
  toggle: () => void
}

/** Light or dark: what the system prefers until somebody chooses, and that is kept. */
export function useTheme(): ThemeState {
  const theme = useSyncExternalStore(onThemeChange, readTheme)
  const choice = useSyncExternalStore(onThemeChange, readThemeChoice)
  const toggle = useCallback(() => chooseTheme(readTheme() === 'dark' ? 'light' : 'dark'), [])
  return { theme, choice, setChoice: chooseTheme, toggle }
}
