import { useEffect, useRef } from 'react'
import type { ShownLocation } from './use-shown-location.ts'

/** How long the heading of a page may take to appear. */
const HEADING_TIMEOUT_MS = 10_000
const USER_INPUT_EVENTS = ['keydown', 'pointerdown'] as const

/**
 * Focuses the heading of each page after navigation, so that keyboard and screen reader continue there. A page that focuses
 * something itself keeps that focus. Does nothing on the first page.
 */
export function useFocusHeading({ location, navigationType }: ShownLocation): void {
  const { pathname } = location
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    if (navigationType !== 'REPLACE') return focusHeadingWhenPossible()
  }, [pathname, navigationType])
}

/** Focuses the heading as soon as it is there, and its successor when loaded data replaces it. Returns a cancel function. */
function focusHeadingWhenPossible(): () => void {
  const controller = new AbortController()
  const focus = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || isInUse(document.activeElement)) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(focus)
  const timer = setTimeout(() => controller.abort(), HEADING_TIMEOUT_MS)
  controller.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const event of USER_INPUT_EVENTS)
    document.addEventListener(event, () => controller.abort(), { signal: controller.signal, passive: true })
  observer.observe(document.body, { childList: true, subtree: true })
  focus()
  return () => controller.abort()
}

/** Returns true if the page or a dialog has the focus. The link of the frame that was clicked does not count. */
const isInUse = (element: Element | null) => element?.closest('main, dialog') != null
