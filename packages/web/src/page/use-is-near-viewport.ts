import { startTransition, useEffect, useState } from 'react'

/**
 * Whether the element that gets the answered ref is on the screen, or at most two screens away from it; undefined until
 * the browser has told.
 */
export function useIsNearViewport(): [ref: (element: Element | null) => void, isNear: boolean | undefined] {
  const [element, setElement] = useState<Element | null>(null)
  const [isNear, setIsNear] = useState<boolean>()
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => startTransition(() => setIsNear(entries.at(-1)?.isIntersecting)), // whoever types or taps goes first
      { rootMargin: '200% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, isNear]
}
