import { useLayoutEffect, useRef } from 'react'
import { useCloseByBack } from './use-close-by-back.ts'

/** Returns a ref for a `<dialog>` that is modal while `isOpen`. Back closes it. */
export function useModalDialog(isOpen: boolean, onClose: () => void) {
  useCloseByBack(isOpen, onClose)
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !isOpen) return
    const release = reserveScrollbarGutter()
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      dialog.close()
      release()
    }
  }, [isOpen])
  return ref
}

/** Reserves the width of the page's scrollbar while the dialog is open. Prevents a horizontal shift. */
function reserveScrollbarGutter(): () => void {
  const { documentElement: page } = document
  if (window.innerWidth === page.clientWidth) return () => {}
  page.style.scrollbarGutter = 'stable'
  return () => {
    page.style.scrollbarGutter = ''
  }
}
