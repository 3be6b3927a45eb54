import { type RefObject, useEffect, useRef } from 'react'

/** A ref for what opens beside a conversation: it has the focus from then on, and gives it back when it goes with it. */
export function useFocusWhileOpen<Opened extends HTMLElement>(): RefObject<Opened | null> {
  const opened = useRef<Opened>(null)
  useEffect(() => {
    const before = document.activeElement
    opened.current?.focus({ preventScroll: true })
    return () => {
      const isLost = document.activeElement === document.body // it was inside
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return opened
}
