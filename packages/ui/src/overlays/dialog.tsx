import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { IconButton } from '../icon-button.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './dialog.module.css'
import { useModalDialog } from './use-modal-dialog.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
  /** A request is in flight: the dialog cannot be closed. */
  busy?: boolean
  narrow?: boolean
  /** As wide as the window, for pictures. */
  wide?: boolean
}

/**
 * Modal dialog; a bottom sheet on phones. Escape, Back, the Close button and the backdrop close it unless it is busy. The focus
 * starts on the element with `data-autofocus` and returns to the opener.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, busy = false, narrow = false, wide = false } = props
  const titleId = useId()
  const close = () => {
    if (!busy) onClose()
  }
  const dialog = useModalDialog(open, close)
  const pressTarget = useRef<EventTarget>(null)
  const handleClick = (event: MouseEvent) => {
    // press and release: dragging a text selection out of the sheet does not close it
    if (event.target === event.currentTarget && pressTarget.current === event.currentTarget) close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is among the props of the hook
    <dialog
      {...dialog}
      className={joinClassNames(styles['dialog'], narrow && styles['narrow'], wide && styles['wide'])}
      aria-labelledby={titleId}
      onPointerDown={(event) => {
        pressTarget.current = event.target
      }}
      onClick={handleClick}
    >
      {open && (
        <div className={styles['sheet']}>
          <header className={styles['header']}>
            <h2 id={titleId} className={styles['title']}>
              {title}
            </h2>
            {!narrow && <IconButton label="Close" icon={<X aria-hidden="true" />} disabled={busy} onClick={close} />}
          </header>
          <div className={styles['body']}>{children}</div>
          {footer && (
            <footer className={joinClassNames(styles['footer'], narrow && styles['confirm'])}>{footer}</footer>
          )}
        </div>
      )}
    </dialog>
  )
}
