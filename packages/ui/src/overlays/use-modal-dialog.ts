import { useLayoutEffect, useRef } from 'react'

/** A ref for a `<dialog>` that is modal while `open`. */
export function useModalDialog(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const release = keepScrollbarRoom()
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      dialog.close()
      release()
    }
  }, [open])
  return ref
}

/** A page whose scrollbar takes room keeps that room while it cannot scroll, so that nothing moves sideways. */
function keepScrollbarRoom(): () => void {
  const { documentElement: page } = document
  if (window.innerWidth === page.clientWidth) return () => {}
  page.style.scrollbarGutter = 'stable'
  return () => {
    page.style.scrollbarGutter = ''
  }
}
