import { readKey } from '@meadow/ui'

const EDITABLE_SELECTOR = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'
const LAYER_SELECTOR = 'dialog, [role=dialog], [role=menu]'

/**
 * Returns the key of a shortcut, or undefined while the member types, in a dialog or menu, and with a modifier. A letter that
 * is not Latin counts as the Latin letter on the same key, so that shortcuts work on every keyboard layout.
 */
export function readShortcutKey(event: KeyboardEvent): string | undefined {
  const { code, target } = event
  const key = readKey(event)
  if (key === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (target instanceof Element && target.closest(`${EDITABLE_SELECTOR}, ${LAYER_SELECTOR}`)) return undefined
  if (document.querySelector('dialog[open]')) return undefined
  const isForeignLetter = key.length === 1 && key > '\u007f'
  if (isForeignLetter && code.startsWith('Key')) return code.slice(3).toLowerCase()
  return key.length === 1 && !event.shiftKey ? key.toLowerCase() : key
}
