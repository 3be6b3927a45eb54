import { useEffect, useEffectEvent } from 'react'

const EDITABLE_SELECTOR = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'

/** Binds single keys for the page: `useHotkeys({ n: openComposer })`. Ignores keys while typing or while a dialog is open. */
export function useHotkeys(map: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = map[event.key]
    if (
      !action ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTypingOrInDialog(event)
    )
      return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const isTypingOrInDialog = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.closest(EDITABLE_SELECTOR) !== null) ||
  document.querySelector('dialog[open]') !== null
