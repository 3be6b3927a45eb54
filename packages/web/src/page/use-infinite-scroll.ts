import { useEffect, useEffectEvent, useState } from 'react'

type InfiniteScrollOptions = {
  /** How many pixels before the end of the list. */
  distance: number
  /** False while a page is being fetched, and when there is none left. */
  enabled: boolean
}

/** Calls `onReach` when the element that gets the answered ref, at the end of a list, comes near the screen. */
export function useInfiniteScroll(
  onReach: () => void,
  { distance, enabled }: InfiniteScrollOptions,
): (element: Element | null) => void {
  const [end, setEnd] = useState<Element | null>(null)
  const reached = useEffectEvent(onReach)
  useEffect(() => {
    if (!end || !enabled) return
    // A new observer tells at once where the end is: a page that did not fill the screen asks for the next.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reached()
      },
      { rootMargin: `0px 0px ${distance}px 0px` },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, enabled, distance])
  return setEnd
}
