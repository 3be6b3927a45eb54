import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Movements below this are jitter of the finger. */
const MIN_SCROLL_PX = 12
/** Larger movements in one frame are jumps, such as to a restored position. */
const MAX_SCROLL_PX = 400
/** The bars are always shown near the top. */
const TOP_PX = 64

/**
 * Sets `data-bars="hidden"` on the root element while the member scrolls down, and removes it when they scroll up, at the top
 * and on another page. The stylesheet of each bar decides what that means on which screens.
 */
export function useHideBarsOnScroll(): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page starts with its bars
  useEffect(hideBarsOnScroll, [pathname])
}

function hideBarsOnScroll(): () => void {
  const root = document.documentElement
  const setHidden = (isHidden: boolean) => {
    if (isHidden) root.dataset['bars'] = 'hidden'
    else delete root.dataset['bars']
  }
  let turnedAt = scrollY
  const handleScroll = () => {
    const y = Math.max(0, Math.min(scrollY, root.scrollHeight - innerHeight)) // iOS scrolls past both ends
    const distance = y - turnedAt
    if (y < TOP_PX) setHidden(false)
    else if (Math.abs(distance) < MIN_SCROLL_PX) return
    else if (Math.abs(distance) < MAX_SCROLL_PX) setHidden(distance > 0)
    turnedAt = y
  }
  addEventListener('scroll', handleScroll, { passive: true })
  return () => {
    removeEventListener('scroll', handleScroll)
    setHidden(false)
  }
}
