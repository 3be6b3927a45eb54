import { startTransition, useEffect, useState } from 'react'

/**
 * Returns a ref, and `isNear`: true if its element is at most two viewport heights away; undefined until the browser has
 * reported it.
 */
export function useIsNearViewport(): [ref: (element: Element | null) => void, isNear: boolean | undefined] {
  const [element, setElement] = useState<Element | null>(null)
  const [isNear, setIsNear] = useState<boolean>()
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => startTransition(() => setIsNear(entries.at(-1)?.isIntersecting)), // input has priority
      { rootMargin: '200% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, isNear]
}
