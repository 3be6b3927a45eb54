import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useCloseByBack } from './use-close-by-back.ts'

type FloatingPanelOptions = {
  element: RefObject<HTMLElement | null>
  /** Element that opened the panel; the panel is positioned beside it. */
  trigger: RefObject<HTMLElement | null>
  /** Selector of the element inside that receives the focus. */
  initialFocus: string
  onDismiss: () => void
}

/**
 * Shows an element in the top layer beside its trigger, where no container clips it. A press outside, a scroll that moves
 * the trigger, a resize of the window, and Back dismiss it.
 */
export function useFloatingPanel({ element, trigger, initialFocus, onDismiss }: FloatingPanelOptions): void {
  const shownAt = useRef<DOMRect>(null)
  useCloseByBack(true, onDismiss)
  useLayoutEffect(() => {
    const panel = element.current
    if (!panel || !trigger.current) return
    panel.showPopover()
    positionPanel(panel, trigger.current)
    shownAt.current = trigger.current.getBoundingClientRect()
    panel.querySelector<HTMLElement>(initialFocus)?.focus({ preventScroll: true })
  }, [element, trigger, initialFocus])

  useEffect(() => {
    const [shown, anchor] = [element.current, trigger.current]
    if (!shown || !anchor) return
    const observer = new ResizeObserver(() => positionPanel(shown, anchor)) // the content may grow
    observer.observe(shown)
    return () => observer.disconnect()
  }, [element, trigger])

  const handlePress = useEffectEvent((event: Event) => {
    const inside = [element, trigger].some((part) => part.current?.contains(event.target as Node))
    if (!inside) onDismiss()
  })
  // A browser that scrolls to keep its content in place, when something above it grows, moves nothing on the screen.
  const handleScroll = useEffectEvent((event: Event) => {
    const anchor = trigger.current
    if (!anchor || !(event.target as Node).contains(anchor)) return
    if (hasMoved(shownAt.current, anchor.getBoundingClientRect())) onDismiss()
  })
  const handleResize = useEffectEvent(() => onDismiss())
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('pointerdown', (event) => handlePress(event), { signal, capture: true })
    document.addEventListener('scroll', (event) => handleScroll(event), { signal, capture: true, passive: true })
    window.addEventListener('resize', () => handleResize(), { signal })
    return () => controller.abort()
  }, [])
}

const hasMoved = (from: DOMRect | null, to: DOMRect): boolean =>
  from === null || Math.abs(to.top - from.top) >= 1 || Math.abs(to.left - from.left) >= 1

const PANEL_GAP_PX = 4
const WINDOW_MARGIN_PX = 8

/** Positions a fixed element below its anchor with aligned right edges, or above it if there is no room below. */
function positionPanel(element: HTMLElement, anchor: HTMLElement): void {
  const anchorRect = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const below = anchorRect.bottom + PANEL_GAP_PX
  const fits = below + height + WINDOW_MARGIN_PX <= window.innerHeight
  const top = fits ? below : Math.max(WINDOW_MARGIN_PX, anchorRect.top - PANEL_GAP_PX - height)
  const left = Math.min(
    Math.max(WINDOW_MARGIN_PX, anchorRect.right - width),
    window.innerWidth - width - WINDOW_MARGIN_PX,
  )
  element.style.top = `${top}px`
  element.style.left = `${left}px`
}
