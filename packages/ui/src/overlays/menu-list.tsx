import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { joinClassNames } from '../join-class-names.ts'
import { readKey } from '../keys/read-key.ts'
import styles from './menu.module.css'
import { useFloatingPanel } from './use-floating-panel.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  tone?: 'danger'
  /** Shown beside the label, such as the reason why the item is disabled. */
  hint?: string
  /** Visible, but not available. */
  disabled?: boolean
  onSelect: () => void
}

type MenuListProps = {
  id: string
  label: string
  items: readonly MenuItem[]
  trigger: RefObject<HTMLElement | null>
  onClose: (returnFocus: boolean) => void
}

/** Open menu, by the ARIA menu pattern. */
export function MenuList({ id, label, items, trigger, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  useFloatingPanel({ element: list, trigger, initialFocus: '[role=menuitem]', onDismiss: () => onClose(false) })

  const handleKeyDown = (event: KeyboardEvent) => {
    const key = readKey(event)
    if (key === 'Tab') return onClose(true)
    const options = Array.from(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])
    const next = getNextIndex(key, options.indexOf(document.activeElement as HTMLElement), options.length)
    if (next === undefined && key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (next === undefined) onClose(true)
    else options[next]?.focus()
  }

  return (
    <div
      ref={list}
      id={id}
      className={styles['menu']}
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={item.disabled}
          className={joinClassNames(styles['item'], item.tone && styles[item.tone])}
          onClick={() => {
            if (item.disabled) return
            onClose(true)
            item.onSelect()
          }}
        >
          {item.icon}
          {item.label}
          {item.hint && <span className={styles['hint']}>{item.hint}</span>}
        </button>
      ))}
    </div>
  )
}

function getNextIndex(key: string | undefined, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (Math.max(current, 0) - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
