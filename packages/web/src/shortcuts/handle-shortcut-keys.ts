import { readKey } from '@meadow/ui'
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

const EDITABLE_SELECTOR = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'
const LAYER_SELECTOR = 'dialog, [role=dialog], [role=menu]'

/**
 * Returns the key of a shortcut, or undefined while the member types, in a dialog or menu, and with a modifier. A letter that
 * is not Latin counts as the Latin letter on the same key, so that shortcuts work on every keyboard layout.
 */
function readShortcutKey(event: KeyboardEvent): string | undefined {
  const { code, target } = event
  const key = readKey(event)
  if (key === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (target instanceof Element && target.closest(`${EDITABLE_SELECTOR}, ${LAYER_SELECTOR}`)) return undefined
  if (document.querySelector('dialog[open]')) return undefined
  const isForeignLetter = key.length === 1 && key > '\u007f'
  if (isForeignLetter && code.startsWith('Key')) return code.slice(3).toLowerCase()
  return key.length === 1 && !event.shiftKey ? key.toLowerCase() : key
}
