import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref for a panel. The panel takes the focus on mount, and returns it on unmount if it still has it. */
export function useFocusWhileOpen<Opened extends HTMLElement>(): RefObject<Opened | null> {
  const opened = useRef<Opened>(null)
  useEffect(() => {
    const before = document.activeElement
    opened.current?.focus({ preventScroll: true })
    return () => {
      const isLost = document.activeElement === document.body // the focus was inside the panel
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return opened
}
