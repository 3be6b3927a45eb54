import { useEffect, useState } from 'react'

/** Whether the element that gets the answered ref is on the screen, or at most one screen away from it. */
export function useNear(): [ref: (element: Element | null) => void, isNear: boolean] {
  const [element, setElement] = useState<Element | null>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '100% 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, isNear]
}
