import { readKey } from '@meadow/ui'
import type { Virtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { MessageListRow } from './message-row.tsx'

/** Controls of a message. They are reached from their message, and are not tab stops themselves. */
const CONTROLS = 'a[href], button, input, textarea, summary, video[controls], [tabindex]'
/** Floats above the list, with keys and tab stops of its own. */
const OVERLAYS = '[popover], dialog'
/** Controls with a use of their own for the arrow keys. */
const ARROW_CONTROLS = 'input:not([type="checkbox"]), textarea, video, [role="slider"]'

type RovingMessages = {
  scroller: RefObject<HTMLElement | null>
  rows: readonly MessageListRow[]
  virtual: Virtualizer<HTMLElement, HTMLElement>
  /** The key of the message that had the focus last. */
  activeKey: string | undefined
  onActivate: (key: string | undefined) => void
}

/**
 * Makes a list of messages one tab stop. The arrow keys up and down, Home and End move through the messages, left and right through the
 * controls of one; Enter, Space, Shift+F10 and the menu key open its menu, and Escape leads from a control to its message.
 * Returns the key of the message that Tab reaches, and the handlers of the list.
 */
export function useRovingMessages({ scroller, rows, virtual, activeKey, onActivate }: RovingMessages) {
  const requestedKey = useRef<string>(undefined)
  const focused = useRef<Element>(undefined)

  const findArticle = (key: string | undefined): HTMLElement | null => {
    const index = rows.findIndex((row) => row.key === key)
    return scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] > article`) ?? null
  }
  const lastVisible = virtual.range?.endIndex ?? rows.length - 1
  const isRendered = virtual.getVirtualItems().some(({ key }) => key === activeKey)
  const tabStopKey = isRendered ? activeKey : rows.slice(0, lastVisible + 1).findLast(isStop)?.key

  useEffect(() => {
    removeTabStops(scroller.current)
    const observer = new MutationObserver(() => removeTabStops(scroller.current))
    if (scroller.current) observer.observe(scroller.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [scroller])

  useEffect(() => {
    const requested = requestedKey.current
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body
    if (requested === undefined && !isLost) return
    const article = findArticle(requested ?? tabStopKey)
    if (!article) return // a later render has it
    requestedKey.current = undefined
    article.focus({ preventScroll: true })
  })

  const moveTo = (index: number, step: 1 | -1) => {
    const candidates = step > 0 ? rows.slice(index) : rows.slice(0, index + 1).toReversed()
    const key = candidates.find(isStop)?.key
    if (key === undefined) return
    requestedKey.current = key
    virtual.scrollToIndex(rows.findIndex((row) => row.key === key))
    onActivate(key)
    const article = findArticle(key)
    if (!article) return
    requestedKey.current = undefined
    article.focus({ preventScroll: true })
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const article = target.closest('article')
    if (event.defaultPrevented || target.closest(OVERLAYS) || !article) return
    const index = Number(article.parentElement?.dataset['index'])
    const pressed = readKey(event)
    const key = event.shiftKey && pressed === 'F10' ? 'ContextMenu' : pressed
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && key !== 'ContextMenu')
    if (hasModifier) return
    if (target.matches(ARROW_CONTROLS) && key !== 'Escape') return
    const handleKey = (): boolean => {
      if (key === 'ArrowDown') moveTo(index + 1, 1)
      else if (key === 'ArrowUp') moveTo(index - 1, -1)
      else if (key === 'Home') moveTo(0, 1)
      else if (key === 'End') moveTo(rows.length - 1, -1)
      else if (key === 'ArrowRight' || key === 'ArrowLeft') moveInside(article, target, key)
      else if (key === 'ContextMenu') openMenu(article)
      else if (target !== article && key === 'Escape') article.focus({ preventScroll: true })
      else if (target === article && (key === 'Enter' || key === ' ')) openMenu(article)
      else return false
      return true
    }
    if (handleKey()) event.preventDefault()
  }

  return {
    tabStopKey,
    onKeyDown: handleKeyDown,
    onFocus(event: FocusEvent) {
      const target = event.target as HTMLElement
      const index = target.closest('article')?.parentElement?.dataset['index']
      if (index === undefined || target.closest(OVERLAYS)) return
      focused.current = target
      onActivate(rows[Number(index)]?.key)
    },
    onBlur({ relatedTarget }: FocusEvent) {
      focused.current = undefined // React reports no blur of an element that it removes
      if (relatedTarget && !scroller.current?.contains(relatedTarget)) requestedKey.current = undefined
    },
  }
}

/** Returns true for messages. Days and system lines are passed over. */
const isStop = (row: MessageListRow): boolean => row.kind === 'message' && !row.message.system

const findControls = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => !control.closest(OVERLAYS))

function removeTabStops(list: HTMLElement | null): void {
  for (const article of list?.querySelectorAll('article') ?? [])
    for (const control of findControls(article)) if (control.getAttribute('tabindex') !== '-1') control.tabIndex = -1
}

/** Moves the focus to the next or previous control of a message; before the first one is the message itself. */
function moveInside(article: HTMLElement, from: HTMLElement, key: 'ArrowRight' | 'ArrowLeft'): void {
  const isForwards = (key === 'ArrowRight') === (getComputedStyle(article).direction !== 'rtl')
  const stops = [article, ...findControls(article).filter((control) => !control.matches(':disabled'))]
  stops[stops.indexOf(from) + (isForwards ? 1 : -1)]?.focus({ preventScroll: true })
}

/** Opens the menu of a message. Where messages are selected, it selects this one or not; one that was not sent has buttons instead, of which the first gets the focus. */
function openMenu(article: HTMLElement): void {
  const [check] = article.querySelectorAll<HTMLElement>('input[type="checkbox"]')
  const controls = findControls(article)
  const menuButton = controls.find((control) => control.getAttribute('aria-haspopup') === 'menu')
  if (check ?? menuButton) (check ?? menuButton)?.click()
  else controls[0]?.focus({ preventScroll: true })
}
