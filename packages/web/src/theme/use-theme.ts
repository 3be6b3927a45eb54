import { useCallback, useSyncExternalStore } from 'react'
import {
  onThemeChange,
  readTheme,
  readThemeChoice,
  setThemeChoice,
  type Theme,
  type ThemeChoice,
} from './theme-store.ts'

type ThemeState = {
  theme: Theme
  /** The choice of the member; 'system' by default. */
  choice: ThemeChoice
  setChoice: (choice: ThemeChoice) => void
  toggle: () => void
}

/** Returns the theme and functions to change it. The choice is stored in the browser. */
export function useTheme(): ThemeState {
  const theme = useSyncExternalStore(onThemeChange, readTheme)
  const choice = useSyncExternalStore(onThemeChange, readThemeChoice)
  const toggle = useCallback(() => setThemeChoice(readTheme() === 'dark' ? 'light' : 'dark'), [])
  return { theme, choice, setChoice: setThemeChoice, toggle }
}
