import { readShortcutKey } from './read-shortcut-key.ts'
import type { Shortcut } from './shortcut.ts'
import { areShortcutsEnabled } from './shortcut-preference.ts'

/** The second key of `g h` follows within this time. */
const SEQUENCE_TIMEOUT_MS = 1_500

/** Runs shortcuts on keydown events. @returns stops */
export function handleShortcutKeys(listShortcuts: () => readonly Shortcut[]): () => void {
  let first: { key: string; at: number } | undefined
  const handleKey = (event: KeyboardEvent) => {
    const key = readShortcutKey(event)
    if (!key || key === 'Shift' || !areShortcutsEnabled()) return
    const isSecond = first !== undefined && event.timeStamp - first.at < SEQUENCE_TIMEOUT_MS
    const sequence = isSecond ? `${first?.key} ${key}` : key
    first = undefined
    const shortcuts = listShortcuts()
    const shortcut = [sequence, key].map((keys) => shortcuts.find((one) => one.keys === keys)).find(Boolean)
    if (shortcut?.run) {
      event.preventDefault()
      if (!event.repeat || shortcut.repeats) shortcut.run()
    } else if (shortcuts.some(({ keys }) => keys.startsWith(`${key} `))) {
      first = { key, at: event.timeStamp }
    }
  }
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}
