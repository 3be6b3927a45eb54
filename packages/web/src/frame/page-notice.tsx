import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

let slot: Element | null = null
const listeners = new Set<() => void>()

function setSlot(element: Element | null): void {
  slot = element
  for (const listener of listeners) listener()
}

/** The slot in a page for a notice of the frame. A page has at most one. */
export const PageNoticeSlot = () => (
  <div
    ref={(element) => {
      setSlot(element)
      return () => setSlot(null)
    }}
  />
)

/** Renders its children into the slot that the page has for them, and nothing without one. */
export function PageNotice({ children }: { children: ReactNode }): ReactNode {
  const container = useSyncExternalStore(subscribe, readSlot)
  return container && createPortal(children, container)
}

/** Returns true while the page has a slot for a notice. */
export const hasPageNoticeSlot = (): boolean => slot !== null

const readSlot = () => slot

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
