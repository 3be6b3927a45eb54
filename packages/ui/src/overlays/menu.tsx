import { type ReactNode, useId, useRef, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { type MenuItem, MenuList } from './menu-list.tsx'

/** A button that opens a short list of things to do. Arrows walk it, Escape closes it, the focus returns. */
export function Menu({ label, icon, items }: { label: string; icon: ReactNode; items: readonly MenuItem[] }) {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
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
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {open && <MenuList id={id} label={label} items={items} trigger={trigger} onClose={close} />}
    </>
  )
}
