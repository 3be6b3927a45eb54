import { X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent, useId, useRef } from 'react'
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
  /** Something is being sent: it cannot be closed now. */
  busy?: boolean
  narrow?: boolean
  /** As wide as the window, for a picture. */
  wide?: boolean
}

/**
 * A modal dialog; a sheet from below on the phone. Escape, the cross and the backdrop close it unless it is busy, the
 * focus goes to what carries `data-autofocus` and returns where it was.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, busy = false, narrow = false, wide = false } = props
  const titleId = useId()
  const ref = useModalDialog(open)
  const pressed = useRef<EventTarget>(null)
  const close = () => {
    if (!busy) onClose()
  }
  const handleCancel = (event: SyntheticEvent) => {
    if (event.target !== ref.current) return // a file picker inside was dismissed
    event.preventDefault()
    close()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  const handleClick = (event: MouseEvent) => {
    // both ends of the click: a selection dragged out of the sheet is not a wish to leave
    if (event.target === ref.current && pressed.current === ref.current) close()
  }
  return (
    <dialog
      ref={ref}
      className={joinClassNames(styles['dialog'], narrow && styles['narrow'], wide && styles['wide'])}
      aria-labelledby={titleId}
      onCancel={handleCancel}
      onKeyDown={handleKeyDown}
      onPointerDown={(event) => {
        pressed.current = event.target
      }}
      onClick={handleClick}
    >
      {open && (
        <div className={styles['sheet']}>
          <header className={styles['head']}>
            <h2 id={titleId} className={styles['title']}>
              {title}
            </h2>
            {!narrow && <IconButton label="Close" icon={<X aria-hidden="true" />} disabled={busy} onClick={close} />}
          </header>
          <div className={styles['body']}>{children}</div>
          {footer && <footer className={joinClassNames(styles['foot'], narrow && styles['confirm'])}>{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}
