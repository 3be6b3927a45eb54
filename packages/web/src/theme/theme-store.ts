import { storage } from '../page/storage.ts'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

const KEY = 'theme'
const listeners = new Set<() => void>()
const system = () => matchMedia('(prefers-color-scheme: dark)')

export function readChoice(): ThemeChoice {
  const chosen = storage.read(KEY)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** What was chosen, else what the system prefers. */
export function readTheme(): Theme {
  const choice = readChoice()
  if (choice !== 'system') return choice
  return system().matches ? 'dark' : 'light'
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') storage.remove(KEY)
  else storage.write(KEY, choice)
  show(choice)
  for (const listener of listeners) listener()
}

function show(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
}

/** Tells of a choice here or in another tab, and of a change of the system. */
export function onThemeChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return
    show(readChoice())
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
