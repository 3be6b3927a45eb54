import { useEffect, useEffectEvent } from 'react'

const WRITING = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'

/** Single keys for the whole page: `useHotkeys({ n: openComposer })`. Silent while somebody types or a dialog is open. */
export function useHotkeys(map: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = map[event.key]
    if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const isBusy = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.closest(WRITING) !== null) || document.querySelector('dialog[open]') !== null
