import { useLayoutEffect, useRef, useState } from 'react'
import styles from './toast.module.css'
import { ToastCard, type ToastMessage } from './toast-card.tsx'

/** Stack of toasts. All timers pause while the pointer is over the stack or the focus is inside. */
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

  // shown again with each toast: moves above dialogs that were opened since
  useLayoutEffect(() => {
    if (newest === undefined) return
    const element = stack.current
    element?.showPopover?.()
    return () => element?.hidePopover?.()
  }, [newest])

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
