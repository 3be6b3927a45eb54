import { type RefCallback, startTransition, useCallback, useState } from 'react'

/**
 * Returns a ref, and `isNear`: true if its element is at most two viewport heights away; undefined until the browser has
 * reported it.
 */
export function useIsNearViewport(): [ref: RefCallback<Element>, isNear: boolean | undefined] {
  const [isNear, setIsNear] = useState<boolean>()
  const ref = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => startTransition(() => setIsNear(entries.at(-1)?.isIntersecting)), // input has priority
      { rootMargin: '200% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isNear]
}
