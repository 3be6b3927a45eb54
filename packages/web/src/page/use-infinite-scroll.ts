import { useEffect, useEffectEvent, useState } from 'react'

type InfiniteScrollOptions = {
  /** Distance in pixels before the end of the list. */
  distance: number
  /** False while a page is loading, and after the last one. */
  enabled: boolean
}

/** Returns a ref for the end of a list. Calls `onReach` when it comes near the viewport. */
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
      { rootMargin: `0px 0px ${distance}px 0px` },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, enabled, distance])
  return setEnd
}
