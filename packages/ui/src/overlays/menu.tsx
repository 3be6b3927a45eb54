import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { type MenuItem, MenuList } from './menu-list.tsx'

type MenuProps = {
  label: string
  icon: ReactNode
  items: readonly MenuItem[]
  size?: 's' | 'm'
  /** Its button, for who opens it in another way, too: by `click()`. */
  button?: RefObject<HTMLButtonElement | null>
}

/** A button that opens a short list of things to do. Arrows walk it, Escape closes it, the focus returns. */
export function Menu({ label, icon, items, size = 'm', button }: MenuProps) {
  const [open, setOpen] = useState(false)
  const own = useRef<HTMLButtonElement>(null)
  const trigger = button ?? own
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
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {open && <MenuList id={id} label={label} items={items} trigger={trigger} onClose={close} />}
    </>
  )
}
