import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { positionPanel } from './position-panel.ts'

type Floating = {
  element: RefObject<HTMLElement | null>
  /** What opened it: it floats beside that. */
  trigger: RefObject<HTMLElement | null>
  /** What inside gets the focus. */
  first: string
  onLeave: () => void
}

/**
 * Shows an element in the top layer, so that no card cuts it off. A press elsewhere ends it, and so does a scroll that moves
 * its trigger or another size of the window: it would no longer sit there.
 */
export function useFloatingPanel({ element, trigger, first, onLeave }: Floating): void {
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown || !trigger.current) return
    shown.showPopover()
    positionPanel(shown, trigger.current)
    shown.querySelector<HTMLElement>(first)?.focus({ preventScroll: true })
  }, [element, trigger, first])

  useEffect(() => {
    const [shown, anchor] = [element.current, trigger.current]
    if (!shown || !anchor) return
    const observer = new ResizeObserver(() => positionPanel(shown, anchor)) // more may come into it
    observer.observe(shown)
    return () => observer.disconnect()
  }, [element, trigger])

  const handlePress = useEffectEvent((event: Event) => {
    const inside = [element, trigger].some((part) => part.current?.contains(event.target as Node))
    if (!inside) onLeave()
  })
  const handleScroll = useEffectEvent((event: Event) => {
    if ((event.target as Node).contains(trigger.current)) onLeave()
  })
  const handleResize = useEffectEvent(() => onLeave())
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    document.addEventListener('pointerdown', (event) => handlePress(event), { signal, capture: true })
    document.addEventListener('scroll', (event) => handleScroll(event), { signal, capture: true, passive: true })
    window.addEventListener('resize', () => handleResize(), { signal })
    return () => leaving.abort()
  }, [])
}
