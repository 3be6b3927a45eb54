import { handleShortcutKeys } from './handle-shortcut-keys.ts'

export type Shortcut = {
  /** The keys as in `KeyboardEvent.key`, one after the other: `n`, `g h`. */
  keys: string
  /** Describes the shortcut in the list of shortcuts. */
  text: string
  /** Heading in the list of shortcuts. A shortcut of a page wins over one of the application with the same keys. */
  scope: 'app' | 'page'
  /** Absent if an open layer handles the keys itself. */
  run?: () => void
  /** Runs again while the key is held down. */
  repeats?: boolean
}

/** Shortcuts of the components that are mounted now. */
const registered = new Set<readonly Shortcut[]>()
const listeners = new Set<() => void>()
let list: readonly Shortcut[] = []
let stopHandlingKeys: (() => void) | undefined

/** Registers shortcuts, which run until they are removed. @returns removes them */
export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  registered.add(shortcuts)
  stopHandlingKeys ??= handleShortcutKeys(listShortcuts)
  updateList()
  return () => {
    registered.delete(shortcuts)
    updateList()
    if (registered.size > 0) return
    stopHandlingKeys?.()
    stopHandlingKeys = undefined
  }
}

function updateList(): void {
  const byKeys = new Map<string, Shortcut>()
  for (const shortcut of [...registered].flat())
    if (shortcut.scope === 'page' || byKeys.get(shortcut.keys)?.scope !== 'page') byKeys.set(shortcut.keys, shortcut)
  list = [...byKeys.values()]
  for (const listener of listeners) listener()
}

/** Returns the shortcuts that work now, one for each combination of keys. */
export const listShortcuts = (): readonly Shortcut[] => list

export function subscribeToShortcuts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
