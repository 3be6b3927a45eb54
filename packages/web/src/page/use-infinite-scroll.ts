import { useEffect, useEffectEvent, useState } from 'react'

type InfiniteScrollOptions = {
  /** Distance in pixels of the window from the bottom of the page. */
  distance: number
  /** False while a page is loading, and after the last one. */
  enabled: boolean
}

/** Returns a ref for the end of a list. Calls `onReach` when the window is near the bottom of the page, or shows the end of the list. */
export function useInfiniteScroll(
  onReach: () => void,
  { distance, enabled }: InfiniteScrollOptions,
): (element: Element | null) => void {
  const [end, setEnd] = useState<Element | null>(null)
  const handleReach = useEffectEvent(onReach)
  useEffect(() => {
    if (!end || !enabled) return
    // A new observer reports at once, so a page that does not fill the viewport loads the next one.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) handleReach()
      },
      { rootMargin: `0px 0px ${Math.max(0, distance - measureBelow(end))}px 0px` },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, enabled, distance])
  return setEnd
}

/** Returns how many pixels of the page are below an element: paddings, and what the other columns have more. */
function measureBelow(element: Element): number {
  const { scrollHeight } = document.documentElement
  return Math.max(0, scrollHeight - scrollY - element.getBoundingClientRect().bottom)
}
