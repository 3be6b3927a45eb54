import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { cx } from '../cx.ts'
import styles from './menu.module.css'
import { placeBeside } from './place-beside.ts'

export type MenuItem = { label: string; icon?: ReactNode; tone?: 'danger'; onSelect: () => void }

type MenuListProps = {
  id: string
  label: string
  items: readonly MenuItem[]
  trigger: RefObject<HTMLElement | null>
  onClose: (returnFocus: boolean) => void
}

/** The open list, in the top layer so that no card cuts it off. */
export function MenuList({ id, label, items, trigger, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  useTopLayer(list, trigger)
  useOutsidePress(list, trigger, () => onClose(false))

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return onClose(true)
    const options = Array.from(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])
    const next = nextIndex(event.key, options.indexOf(document.activeElement as HTMLElement), options.length)
    if (next === undefined && event.key !== 'Escape') return
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
          className={cx(styles['item'], item.tone && styles[item.tone])}
          onClick={() => {
            onClose(true)
            item.onSelect()
          }}
        >
          {item.icon}
          {item.label}
        </button>
      ))}
    </div>
  )
}

function nextIndex(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (Math.max(current, 0) - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

function useTopLayer(list: RefObject<HTMLElement | null>, trigger: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = list.current
    if (!element || !trigger.current) return
    element.showPopover()
    placeBeside(element, trigger.current)
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [list, trigger])
}

/** A press elsewhere, a scroll or another size of the window ends it: it would no longer sit at its button. */
function useOutsidePress(
  list: RefObject<HTMLElement | null>,
  trigger: RefObject<HTMLElement | null>,
  close: () => void,
) {
  const handlePress = useEffectEvent((event: Event) => {
    const inside = [list, trigger].some((part) => part.current?.contains(event.target as Node))
    if (!inside) close()
  })
  const handleMove = useEffectEvent(() => close())
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    document.addEventListener('pointerdown', (event) => handlePress(event), { signal, capture: true })
    window.addEventListener('scroll', () => handleMove(), { signal, passive: true })
    window.addEventListener('resize', () => handleMove(), { signal })
    return () => leaving.abort()
  }, [])
}
