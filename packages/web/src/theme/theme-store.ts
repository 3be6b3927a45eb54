import { browserStorage } from '../page/browser-storage.ts'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

const STORAGE_KEY = 'theme'
const listeners = new Set<() => void>()
const getSystemPreference = () => matchMedia('(prefers-color-scheme: dark)')

export function readThemeChoice(): ThemeChoice {
  const chosen = browserStorage.read(STORAGE_KEY)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Returns the chosen theme, or the preference of the system. */
export function readTheme(): Theme {
  const choice = readThemeChoice()
  if (choice !== 'system') return choice
  return getSystemPreference().matches ? 'dark' : 'light'
}

export function setThemeChoice(choice: ThemeChoice): void {
  if (choice === 'system') browserStorage.remove(STORAGE_KEY)
  else browserStorage.write(STORAGE_KEY, choice)
  applyTheme(choice)
  for (const listener of listeners) listener()
}

function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
}

/** Calls `listener` when the choice changes, here or in another tab, or the preference of the system. Returns unsubscribe. */
export function onThemeChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== STORAGE_KEY && key !== null) return
    applyTheme(readThemeChoice())
    listener()
  }
  const preference = getSystemPreference()
  listeners.add(listener)
  addEventListener('storage', onStorage)
  preference.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
    preference.removeEventListener('change', listener)
  }
}
