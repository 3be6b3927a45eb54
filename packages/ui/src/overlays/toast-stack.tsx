import { useLayoutEffect, useRef, useState } from 'react'
import styles from './toast.module.css'
import { ToastCard, type ToastMessage } from './toast-card.tsx'

/** The messages of the moment. Each goes by itself after five seconds; all wait while one is pointed at or has the focus. */
export function ToastStack({
  toasts,
  onClose,
}: {
  toasts: readonly ToastMessage[]
  onClose: (id: ToastMessage['id']) => void
}) {
  const stack = useRef<HTMLElement>(null)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const newest = toasts.at(-1)?.id

  // shown anew with each message, so that it also stands above a dialog that was opened meanwhile
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
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} paused={pointed || focused} onClose={() => onClose(toast.id)} />
      ))}
    </section>
  )
}
