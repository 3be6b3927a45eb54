import { storage } from '../page/storage.ts'

export type Theme = 'light' | 'dark'

const KEY = 'theme'
const listeners = new Set<() => void>()
const system = () => matchMedia('(prefers-color-scheme: dark)')

/** What was chosen, else what the system prefers. */
export function readTheme(): Theme {
  const chosen = storage.read(KEY)
  if (chosen === 'light' || chosen === 'dark') return chosen
  return system().matches ? 'dark' : 'light'
}

export function chooseTheme(theme: Theme): void {
  storage.write(KEY, theme)
  document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

/** Tells of a choice here or in another tab, and of a change of the system. */
export function onThemeChange(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY) return
    if (newValue === null) delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = newValue
    listener()
  }
  const preference = system()
  listeners.add(listener)
  addEventListener('storage', onStorage)
  preference.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
    preference.removeEventListener('change', listener)
  }
}
