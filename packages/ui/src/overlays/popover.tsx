import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { readKey } from '../keys/read-key.ts'
import styles from './menu.module.css'
import { useFloatingPanel } from './use-floating-panel.ts'

type PopoverProps = {
  label: string
  icon: ReactNode
  size?: 's' | 'm'
  /** Ref of the button, to open it by `click()` from outside. */
  buttonRef?: RefObject<HTMLButtonElement | null>
  disabled?: boolean
  /** Renders the content; `close` closes the panel and returns the focus. */
  children: (close: () => void) => ReactNode
}

/** Button that opens a non-modal panel. Escape and a press outside close it. */
export function Popover({ label, icon, size = 'm', buttonRef, disabled = false, children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const ownRef = useRef<HTMLButtonElement>(null)
  const trigger = buttonRef ?? ownRef
  const id = useId()
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    <>
      <IconButton
        ref={trigger}
        label={label}
        icon={icon}
        size={size}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <PopoverPanel id={id} label={label} trigger={trigger} onClose={close} onDismiss={() => setOpen(false)}>
          {children(close)}
        </PopoverPanel>
      )}
    </>
  )
}

type PopoverPanelProps = {
  id: string
  label: string
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
  onDismiss: () => void
  children: ReactNode
}

function PopoverPanel({ id, label, trigger, onClose, onDismiss, children }: PopoverPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useFloatingPanel({ element: panel, trigger, initialFocus: 'button, input', onDismiss })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (readKey(event) !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  })
  useEffect(() => {
    // on the document: the focus may have left the panel
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])
  return (
    <div
      ref={panel}
      id={id}
      className={styles['panel']}
      popover="manual"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
    >
      {children}
    </div>
  )
}
