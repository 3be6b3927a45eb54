import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './toast.module.css'
import { ToastCard, type ToastMessage } from './toast-card.tsx'

/**
 * Stack of toasts. All timers pause while the pointer is over the stack or the focus is inside. A toast that would cover what the
 * member has just used shows at the other side.
 */
export function ToastStack({
  toasts,
  onClose,
}: {
  toasts: readonly ToastMessage[]
  onClose: (id: ToastMessage['id']) => void
}) {
  const stack = useRef<HTMLElement>(null)
  const [isHovered, setHovered] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const newest = toasts.at(-1)?.id
  const pressed = usePressedControl()

  // shown again with each toast: moves above dialogs that were opened since
  useLayoutEffect(() => {
    if (newest === undefined) return
    const element = stack.current
    element?.showPopover?.()
    if (element) placeStack(element, [document.activeElement, pressed.current])
    return () => element?.hidePopover?.()
  }, [newest, pressed])

  return (
    <section
      ref={stack}
      className={styles['stack']}
      popover="manual"
      aria-label="Messages"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} paused={isHovered || hasFocus} onClose={() => onClose(toast.id)} />
      ))}
    </section>
  )
}

/** Places the stack where no toast covers one of the elements that are in use; at the usual side if that is nowhere. */
function placeStack(stack: HTMLElement, usedElements: readonly (Element | null)[]): void {
  const usedAreas = usedElements.flatMap((used) =>
    used && used !== document.body ? [used.getBoundingClientRect()] : [],
  )
  const isFree = (side: string) => {
    stack.dataset['side'] = side
    const toasts = [...stack.children].map((toast) => toast.getBoundingClientRect())
    return !usedAreas.some((area) => toasts.some((toast) => overlaps(area, toast)))
  }
  stack.dataset['side'] = ['usual', 'other'].find(isFree) ?? 'usual'
}

const overlaps = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Returns a ref to the control that was pressed last, by pointer. */
function usePressedControl() {
  const pressed = useRef<Element>(null)
  useEffect(() => {
    const remember = ({ target }: PointerEvent) => {
      pressed.current = target instanceof Element ? target.closest('button, a, label, input, textarea') : null
    }
    document.addEventListener('pointerdown', remember, { capture: true, passive: true })
    return () => document.removeEventListener('pointerdown', remember, { capture: true })
  }, [])
  return pressed
}
