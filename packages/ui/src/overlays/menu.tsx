import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { readKey } from '../keys/read-key.ts'
import { type MenuItem, MenuList } from './menu-list.tsx'

type MenuProps = {
  label: string
  icon: ReactNode
  items: readonly MenuItem[]
  size?: 's' | 'm'
  /** Ref of the button, to open it by `click()` from outside. */
  buttonRef?: RefObject<HTMLButtonElement | null>
  /** The menu was opened before its code was loaded. */
  isInitiallyOpen?: boolean
}

/** Menu button. Arrow keys move through the items; Escape closes the menu and returns the focus. */
export function Menu({ label, icon, items, size = 'm', buttonRef, isInitiallyOpen = false }: MenuProps) {
  const [open, setOpen] = useState(isInitiallyOpen)
  const ownRef = useRef<HTMLButtonElement>(null)
  const trigger = buttonRef ?? ownRef
  const id = useId()
  const close = (returnFocus: boolean) => {
    setOpen(false)
    if (returnFocus) trigger.current?.focus()
  }
  return (
    <>
      <IconButton
        ref={trigger}
        label={label}
        icon={icon}
        size={size}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (readKey(event) !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {open && <MenuList id={id} label={label} items={items} trigger={trigger} onClose={close} />}
    </>
  )
}
