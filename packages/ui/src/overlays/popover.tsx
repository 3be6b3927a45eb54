import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import styles from './menu.module.css'
import { useFloatingPanel } from './use-floating-panel.ts'

type PopoverProps = {
  label: string
  icon: ReactNode
  size?: 's' | 'm'
  /** Its button, for who opens it in another way, too: by `click()`. */
  button?: RefObject<HTMLButtonElement | null>
  disabled?: boolean
  /** What it shows, which may close it. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a small panel. Escape and a press elsewhere close it, the focus returns. */
export function Popover({ label, icon, size = 'm', button, disabled = false, children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const own = useRef<HTMLButtonElement>(null)
  const trigger = button ?? own
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
        <Panel id={id} label={label} trigger={trigger} onClose={close} onLeave={() => setOpen(false)}>
          {children(close)}
        </Panel>
      )}
    </>
  )
}

type PanelProps = {
  id: string
  label: string
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
  onLeave: () => void
  children: ReactNode
}

function Panel({ id, label, trigger, onClose, onLeave, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useFloatingPanel({ element: panel, trigger, first: 'button, input', onLeave })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  })
  useEffect(() => {
    // of the whole page: what had the focus may have gone from the panel
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
