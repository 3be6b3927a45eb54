import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { readKey } from '../keys/read-key.ts'
import { useCloseByBack } from './use-close-by-back.ts'

/**
 * Returns the props of a `<dialog>` that is modal while `isOpen`. Escape and Back call `onClose`, but an Escape that cancels a
 * composition does not: neither by its key nor by the `cancel` event of the browser.
 */
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
  const isComposing = useRef(false)
  return {
    ref,
    onKeyDownCapture: (event: KeyboardEvent) => {
      isComposing.current = readKey(event) === undefined
    },
    onKeyUpCapture: () => {
      isComposing.current = false
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (readKey(event) !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      onClose()
    },
    onCancel: (event: SyntheticEvent) => {
      if (event.target !== ref.current) return // the cancel event of a file input inside
      event.preventDefault()
      if (!isComposing.current) onClose()
      isComposing.current = false
    },
  }
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
