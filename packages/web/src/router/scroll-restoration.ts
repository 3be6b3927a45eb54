import { useLayoutEffect } from 'react'
import { scrollPositions, setScrollPosition, storeScrollPositions, toHistoryEntryKey } from './scroll-positions.ts'
import type { ShownLocation } from './use-shown-location.ts'

const RESTORE_TIMEOUT_MS = 3_000
const USER_INPUT_EVENTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Restores the scroll position after Back and reload, and scrolls to the top after any other navigation. A navigation with
 * the state `{ stay: true }`, such as to another tab of the page, does not scroll. Rendered once, beside the routes.
 */
export function ScrollRestoration({ location, navigationType }: ShownLocation): null {
  const entry = toHistoryEntryKey(location)
  const isReturn = navigationType === 'POP'
  const stays = !isReturn && (location.state as { stay?: boolean } | null)?.stay === true

  useLayoutEffect(() => {
    if (stays) return setScrollPosition(entry, scrollY)
    return scrollWhenPossible((isReturn && scrollPositions.get(entry)) || 0)
  }, [entry, isReturn, stays])

  const { key } = location
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => {
      if (isCurrentEntry(key)) setScrollPosition(entry, scrollY)
    }
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', storeScrollPositions)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', storeScrollPositions)
    }
  }, [entry, key])

  return null
}

/** Returns false while the next page replaces this one: it may be shorter, which is no position of this one. */
function isCurrentEntry(key: string): boolean {
  const state: { key?: string } | null = history.state
  return state === null || (state.key ?? 'default') === key
}

/** Scrolls to `y` as soon as the page is long enough, unless the member scrolls first. Returns a function that cancels. */
function scrollWhenPossible(y: number): () => void {
  scrollTo(0, y)
  if (Math.abs(scrollY - y) < 2) return () => undefined
  const growth = new ResizeObserver(() => {
    scrollTo(0, y)
    if (Math.abs(scrollY - y) < 2) stop()
  })
  const timer = setTimeout(stop, RESTORE_TIMEOUT_MS)
  function stop() {
    growth.disconnect()
    clearTimeout(timer)
    for (const event of USER_INPUT_EVENTS) removeEventListener(event, stop)
  }
  for (const event of USER_INPUT_EVENTS) addEventListener(event, stop, { passive: true })
  growth.observe(document.body)
  return stop
}
