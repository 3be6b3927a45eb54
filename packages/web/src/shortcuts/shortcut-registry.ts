import { handleShortcutKeys } from './handle-shortcut-keys.ts'
import type { Shortcut } from './shortcut.ts'

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
